import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandRun } from "./commands/drift/command";
import { hosts, Workbench } from "./commands/drift/workbench";

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.close());

/** An account with a listed host, tagged `outbound`, and one that is not listed, tagged `inbound`. */
async function mailAccount() {
  const service = await bench.emulator();
  const [out = ""] = hosts(service, "outbound", "inbound");
  service.checks.list("outbound.example.com", ["spam.bl.example.net"]);
  service.account.change(out, { listed: true, listings: [{ sid: "RB", host: "spam.bl", details: "" }] });
  const run = (...args: string[]) => commandRun(service, args, { cwd: bench.folder });
  return { service, run };
}

describe("--tag with a comma", () => {
  it.each([
    ["listings --tag outbound,inbound --fail-if-listed", 2],
    ["listings --tag inbound,outbound --fail-if-listed", 2],
    ["listings --tag inbound --fail-if-listed", 0],
  ])("names several tags: %s", async (line, code) => {
    const { run } = await mailAccount();
    expect((await run(...line.split(" "))).code).toBe(code);
  });
});

describe("a selection without a value", () => {
  it.each([
    ["hosts", "--tag", ""],
    ["listings", "--fail-if-listed", "--tag", ","],
    ["drift", "state.json", "--kind", ""],
    ["adopt", "--template", "hcl", "--output", "code", "--tag", " "],
    ["pause", "outbound", "--yes", "--kind", ""],
  ])("is refused, as it would select everything or nothing: %s %s %s %s", async (...args) => {
    const { run, service } = await mailAccount();
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, service.requestCount]).toEqual([1, "", 0]);
    expect(stderr).toContain("It names nothing.");
  });
});

describe("a selection that matches nothing in the account", () => {
  it.each([
    ["listings --tag outbond", 'No host has the tag "outbond". Did you mean outbound?'],
    ["hosts --tag outbond", 'No host has the tag "outbond". Did you mean outbound?'],
    ["listings --tag outbond --fail-if-listed", 'No host has the tag "outbond". Did you mean outbound?'],
    [
      "listings --tag outbound,inbond --fail-if-listed",
      'No host has the tag "inbond". Did you mean inbound?',
    ],
    ["drift state.json --tag outbond", 'No object has the tag "outbond". Did you mean outbound?'],
    ["drift state.json --kind contact", "The account and the states have no contacts."],
    ["check outbond --wait", 'No host is named "outbond". Did you mean outbound?'],
    [
      "pause outbond --yes",
      'No host, source, certificate monitor, or contact is named "outbond". Did you mean outbound?',
    ],
    [
      "pause --tag outbond,inbound --yes",
      'No host or certificate monitor has the tag "outbond". Did you mean outbound?',
    ],
    ["pause inbound --tag outbond --yes", 'has the tag "outbond". Did you mean outbound?'],
    [
      "adopt --template hcl --output code --tag outbond",
      'No object has the tag "outbond". Did you mean outbound?',
    ],
    [
      "adopt --template hcl --output code --tag outbound,inbond",
      'No object has the tag "inbond". Did you mean inbound?',
    ],
    [
      "adopt --template hcl --output code --kind contact_group --tag outbound",
      'No contact group has the tag "outbound".',
    ],
    ["hosts --group Defualt", "No contact group"],
    ["hosts --profile Defualt", "No monitoring profile"],
    ["hosts --status pausd", 'No host has the status "pausd"'],
    ["contacts list --group Defualt", "No contact group"],
    ["contacts list --status pendin", 'No contact has the status "pendin"'],
  ])("is an error: %s", async (line, words) => {
    const { run, service } = await mailAccount();
    await bench.stateFile(service, []);
    const { code, stdout, stderr } = await run(...line.split(" "));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("rblmonitor: ");
    expect(stderr).toContain(words);
    expect(await readdir(bench.folder)).not.toContain("code");
    expect(service.account.objects("host").map(({ status }) => status)).not.toContain("paused");
  });

  it("is the result of neither a tag that only an unlisted host has nor of a tag that only the state has", async () => {
    const { run, service } = await mailAccount();
    const [gone = ""] = hosts(service, "former");
    await bench.stateFile(service, [gone]);
    service.account.remove(gone);
    expect(await run("listings", "--tag", "inbound", "--fail-if-listed")).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect((await run("drift", "state.json", "--tag", "former")).code).toBe(2);
  });

  it("costs no further request where each tag is one of a listed host", async () => {
    const { run, service } = await mailAccount();
    await run("listings", "--tag", "outbound");
    expect(service.requestCount).toBe(1);
  });
});

describe("a state that cannot be meant", () => {
  it.each(["drift state.json", "report state.json", "adopt --template hcl --output code --state state.json"])(
    "is one whose objects were last seen in another account: rblmonitor %s",
    async (line) => {
      const { run, service } = await mailAccount();
      const file = join(bench.folder, await bench.stateFile(service, [hosts(service, "a")[0] ?? ""]));
      const { resources, ...rest } = JSON.parse(await readFile(file, "utf8"));
      const seenIn = (account: string) => {
        const notes = Buffer.from(JSON.stringify({ account })).toString("base64");
        resources[0].instances[0].private = notes;
        return writeFile(file, JSON.stringify({ ...rest, resources }));
      };
      await seenIn(`AC${"0".repeat(32)}`);
      const before = service.requestCount;
      const { code, stdout, stderr } = await run(...line.split(" "));
      expect([code, stdout, service.requestCount]).toEqual([1, "", before]);
      expect(stderr).toContain(
        `Account mismatch: rblmonitor_host.object_0 in state.json was last seen in the account AC${"0".repeat(32)}`,
      );
      expect(stderr).toContain("select its workspace");
      await seenIn(service.accountSid);
      expect((await run(...line.split(" "))).stderr).not.toContain("Account mismatch");
    },
  );

  it.each(["drift", "report", "adopt --template hcl --output code --state"])(
    "is an empty file: rblmonitor %s",
    async (line) => {
      const { run, service } = await mailAccount();
      await writeFile(join(bench.folder, "empty.json"), "\n");
      const { code, stdout, stderr } = await run(...line.split(" "), "empty.json");
      expect([code, stdout, service.requestCount]).toEqual([1, "", 0]);
      expect(stderr).toContain("rblmonitor: empty.json is empty. Pass the output of `terraform show -json`");
    },
  );

  it("is an empty standard input", async () => {
    const { run } = await mailAccount();
    const { code, stderr } = await run("drift", "-");
    expect(code).toBe(1);
    expect(stderr).toContain("rblmonitor: standard input is empty.");
  });

  it("is that of a folder without configuration", async () => {
    const { run } = await mailAccount();
    const { code, stdout, stderr } = await run("drift");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("rblmonitor: . contains no Terraform configuration.");
    await writeFile(join(bench.folder, "main.tf"), "");
    expect((await run("drift", "--kind", "host")).code).toBe(2);
  });

  it("is that of a provider configuration with a misspelt name", async () => {
    const { run, service } = await mailAccount();
    const [, inbound = ""] = service.account.objects("host").map(({ id }) => id);
    await bench.stateFile(service, [inbound]);
    const { code, stdout, stderr } = await run("drift", "state.json", "--provider", "defualt");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      'rblmonitor: No object in state.json is managed by the provider configuration "defualt". Did you mean default?',
    );
  });
});
