import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { startService } from "../client/support/local-service";
import { failure } from "../client/support/replies";
import { commandRun } from "./commands/drift/command";
import { rawStateOf, storedObject } from "./commands/drift/stored-object";

const destination = "https://hooks.example.com/services/T0AAA/B1BBB/Zq8wRt5x";
const other = "https://hooks.example.com/services/T0AAA/B1BBB/Mn4vLk2p";

let service: Emulator;
let folder: string;
beforeEach(async () => {
  service = await startEmulator({ limits: "off" });
  folder = await mkdtemp(join(tmpdir(), "credentials-"));
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** A state with one contact whose destination changed since, and an account with another contact. */
async function changedContact(): Promise<{ id: string; state: string }> {
  const { id } = service.account.add("contact", { contact: destination, type: "slack" });
  const state = join(folder, "state.json");
  const attributes = storedObject("contact", service.account.find(id) as never);
  await writeFile(
    state,
    rawStateOf([{ kind: "contact", attributes: { ...attributes, args: { key: "args-s3cret" } } }]),
  );
  service.account.change(id, { contact: other });
  service.account.add("contact", { contact: "0123456789abcdef0123456789abcdef", type: "pagerduty" });
  service.account.add("contact", { contact: "ops@example.com" });
  return { id, state };
}

const secret = /T0AAA|B1BBB|Zq8w|Mn4v|0123456789abcdef|args-s3cret/;

describe("a destination that is a credential", () => {
  it.each([
    ...["table", "json", "markdown", "sarif", "junit"].map((format) => ["drift", "--format", format]),
    ["report", "--json"],
    ["report", "--html", "-"],
  ])("is shown by its end alone by rblmonitor %s %s %s %s", async (command, ...options) => {
    const { state } = await changedContact();
    const files = command === "migrate" ? ["--state", state] : [state];
    const { stdout, stderr } = await commandRun(service, [command, ...options, ...files]);
    expect(stderr).not.toMatch(/error:/i);
    expect(stdout).toMatch(/ops(?:@|&#64;)example\.com/);
    expect(stdout + stderr).not.toMatch(secret);
  });

  it("is shown by its end in a drift report, before and after", async () => {
    const { state } = await changedContact();
    const { stdout } = await commandRun(service, ["drift", "--format", "json", state]);
    const [changed] = JSON.parse(stdout).findings.filter(({ type }: { type: string }) => type === "changed");
    const shown = "https://hooks.example.com/…";
    expect(changed.attributes).toEqual([{ name: "contact", before: `${shown}Rt5x`, after: `${shown}Lk2p` }]);
  });

  it.each([["--json"], []])("is shown by its end in a list of contacts (%s)", async (...options) => {
    await changedContact();
    const { stdout } = await commandRun(service, ["contacts", "list", ...options]);
    expect(stdout).not.toMatch(secret);
    for (const shown of ["https://hooks.example.com/…Lk2p", "…cdef", "ops@example.com"])
      expect(stdout).toContain(shown);
  });

  it("names what is paused, and is not shown for it", async () => {
    const { id } = await changedContact();
    const { code, stdout, stderr } = await commandRun(service, ["pause", other, "--yes", "--json"]);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(secret);
    expect(JSON.parse(stdout).objects).toMatchObject([{ id, key: "https://hooks.example.com/…Lk2p" }]);
  });

  it("is shown by its end in the review of a plan", async () => {
    const values = {
      id: `CO${"1".repeat(32)}`,
      type: "slack",
      contact_groups: [`CG${"1".repeat(32)}`],
      paused: false,
    };
    const [before, after] = [destination, other].map((contact) => ({
      ...values,
      contact,
      args: { key: "args-s3cret" },
    }));
    const of = {
      address: "rblmonitor_contact.one",
      mode: "managed",
      type: "rblmonitor_contact",
      name: "one",
    };
    const file = join(folder, "plan.json");
    await writeFile(
      file,
      JSON.stringify({
        format_version: "1.2",
        terraform_version: "1.14.0",
        prior_state: { values: { root_module: { resources: [{ ...of, values: before }] } } },
        planned_values: { root_module: { resources: [{ ...of, values: after }] } },
        resource_changes: [{ ...of, change: { actions: ["update"], before, after, after_unknown: {} } }],
      }),
    );
    for (const format of ["json", "markdown", "table"]) {
      const { code, stdout, stderr } = await commandRun(service, ["review", "--format", format, file]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("Lk2p");
      expect(stdout).not.toMatch(/T0AAA|B1BBB|Zq8w|Mn4v|args-s3cret/);
    }
  });
});

describe("a service that quotes the args of a contact in a state", () => {
  it.each([["drift"], ["report"]])("gets them into no error of rblmonitor %s", async (command) => {
    const { state } = await changedContact();
    const quoting = await startService(() =>
      failure(403, `No key args-s3cret, nor args&#45;s3cret, for ${destination}.`),
    );
    const { code, stdout, stderr } = await commandRun({ ...service, url: quoting.url }, [command, state]);
    await quoting.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining("***")]);
    expect(stdout + stderr).not.toMatch(/s3cret|T0AAA/);
  });
});
