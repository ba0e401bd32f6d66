import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { withAnswers, withLackingFields, withLackingLists, withRefusedLists } from "../lacking-lists";
import { commandRun } from "./drift/command";

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ limits: "off", demo: true });
});
afterAll(() => service.close());

const hosts = (...args: string[]) => commandRun(service, ["hosts", ...args]);
const addresses = async (...args: string[]) => {
  const { stdout } = await hosts(...args, "--json");
  return JSON.parse(stdout).hosts.map(({ host }: { host: string }) => host);
};

describe("rblmonitor hosts", () => {
  it("lists hosts with their status, monitoring profile and contact groups, by address", async () => {
    const { code, stdout, stderr } = await hosts();
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^HOST +NAME +STATUS +LISTED +PROFILE +GROUPS$/);
    expect(lines[1]).toMatch(/^192\.0\.2\.11 +mx1 +active +no +Mail servers, every hour +Mail team$/);
    expect(stdout).toMatch(/\n192\.0\.2\.22 +smtp-out-2 +paused /);
    expect(lines.slice(-3)).toEqual(["", "11 hosts.", ""]);
  });

  it.each([
    [["--status", "Paused"], ["192.0.2.22"]],
    [["--group", "Web team"], ["www.example.com"]],
    [
      ["--profile", "Mail servers, every hour", "--status", "active"],
      ["192.0.2.11", "192.0.2.12", "192.0.2.21"],
    ],
    [["--tag", "office", "--group", "Web team"], []],
  ])("lists only those of %j", async (args, expected) => {
    expect(await addresses(...args)).toEqual(expected);
    expect((await hosts(...args)).stdout).toContain(`${expected.length} of 11 hosts.\n`);
  });

  it("lists only those that are listed, with --listed", async () => {
    const listed = service.account.objects("host").filter((host) => host.listed);
    expect(listed.length).toBeGreaterThan(0);
    expect((await addresses("--listed")).sort()).toEqual(listed.map(({ host }) => host).sort());
    const { stderr } = await withLackingLists(service, "/rbl/hosts.json", (lacking) =>
      commandRun(lacking, ["hosts", "--listed"]),
    );
    expect(stderr).toContain("The service's list lacks 1 of the hosts in its total, or more.");
  });

  it("names hosts that may be listed, where the API does not return it, with --listed", async () => {
    const { id } = service.account.add("host", { host: "192.0.2.99", name: "new", tags: ["new"] });
    service.account.change(id, { listed: undefined });
    const { code, stdout, stderr } = await hosts("--listed", "--tag", "new");
    service.account.remove(id);
    expect([code, stdout]).toEqual([0, "0 of 12 hosts.\n"]);
    expect(stderr).toBe("rblmonitor: The API does not return whether these hosts are listed: 192.0.2.99.\n");
  });

  it.each([
    [["--group", "Web team"], "contact_groups"],
    [["--tag", "office"], "tags"],
    [["--profile", "Default"], "profile"],
    [["--status", "paused"], "status"],
  ])(
    "names hosts that may match, where the API does not return the attribute: %j",
    async (args, attribute) => {
      const run = await withLackingFields(
        service,
        "/rbl/hosts.json",
        [attribute, "contact_group"],
        (lacking) => commandRun(lacking, ["hosts", ...args]),
      );
      expect([run.code, run.stdout]).toEqual([0, "0 of 11 hosts.\n"]);
      expect(run.stderr).toContain(
        `rblmonitor: The API does not return ${attribute} of these hosts: 192.0.2.11, `,
      );
    },
  );

  it("names hosts that may be paused, since no document has their status", async () => {
    const { id } = service.account.add("host", { host: "192.0.2.99" });
    const { code, stdout, stderr } = await withAnswers(
      service,
      (_, answer) => {
        const { data } = answer.body as { data: { id: string }[] };
        const shown = data.map((object) =>
          object.id === id ? { ...object, status: "hibernating" } : object,
        );
        return { ...answer, body: { ...answer.body, data: shown } };
      },
      (access) => commandRun(access, ["hosts", "--status", "paused"]),
    );
    service.account.remove(id);
    expect([code, stdout]).toEqual([0, expect.stringContaining("of 12 hosts.\n")]);
    expect(stderr).toBe("rblmonitor: Unknown status of these hosts: 192.0.2.99.\n");
  });

  it("names only hosts that meet the other conditions", async () => {
    const { id } = service.account.add("host", { host: "192.0.2.99", tags: ["new"] });
    service.account.change(id, { status: undefined, listed: undefined });
    const { stderr } = await hosts("--listed", "--tag", "office");
    service.account.remove(id);
    expect(stderr).toBe("");
  });

  it.each([
    ["--group", "Web team", "contact groups", "/contact/groups"],
    ["--profile", "Default", "monitoring profiles", "/rbl/profiles"],
  ])(
    "says that the service refused the list which has the name: %s %s",
    async (option, name, plural, path) => {
      const { code, stdout, stderr } = await withRefusedLists(service, [path], (refusing) =>
        commandRun(refusing, ["hosts", option, name]),
      );
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`Cannot list ${plural}: the service answered 403: Forbidden.`);
      expect(stderr).toContain(`Without the list, "${name}" is unknown: give the SID of the `);
    },
  );

  it("takes the SID of a group and of a profile", async () => {
    const [group] = service.account.objects("contact_group").filter(({ name }) => name === "Web team");
    const [profile] = service.account.objects("monitoring_profile").filter(({ name }) => name === "Default");
    expect(await addresses("--group", `${group?.id}`)).toEqual(["www.example.com"]);
    expect(await addresses("--profile", `${profile?.id}`)).toEqual([]);
  });

  it.each([
    [["--group", "Web taem"], 'No contact group is named "Web taem". Did you mean Web team?'],
    [["--profile", "Defautl"], 'No monitoring profile is named "Defautl". Did you mean Default?'],
    [["--status", "puased"], 'No host has the status "puased". Did you mean paused?'],
    [["--tag", "ofice"], 'No host has the tag "ofice". Did you mean office?'],
    [["--group", `CG${"0".repeat(32)}`], `No contact group is named "CG${"0".repeat(32)}".`],
  ])("refuses what nothing in the account has: %j", async (args, problem) => {
    const { code, stdout, stderr } = await hosts(...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`rblmonitor: ${problem}`);
  });
});
