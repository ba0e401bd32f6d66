import { endsWithin } from "../../../src/cli/output/text-table";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { withLackingFields, withLackingLists } from "../lacking-lists";
import { commandRun } from "./drift/command";

let service: Emulator;
beforeEach(async () => {
  service = await startEmulator({ limits: "off" });
});
afterEach(() => service.close());

const contacts = (args: readonly string[], input?: string) =>
  commandRun(service, ["contacts", ...args], input === undefined ? {} : { input });
const contact = (fields: Readonly<Record<string, unknown>> = {}) =>
  service.account.add("contact", { contact: "ops@example.com", confirmed: false, ...fields });

describe("rblmonitor contacts list", () => {
  it("shows whom there is to notify, and who has not confirmed it", async () => {
    const { id } = contact();
    contact({ contact: "all@example.com", confirmed: true });
    const { code, stdout } = await contacts(["list", "--wide"]);
    expect(code).toBe(0);
    expect(stdout.split("\n")[1]).toMatch(/^all@example\.com +email +active +Default +CO/);
    expect(stdout.split("\n")[2]).toBe(`ops@example.com  email  pending  Default  ${id}`);
  });

  it("keeps those of a status", async () => {
    const { id } = contact();
    contact({ contact: "all@example.com", confirmed: true });
    const { stdout } = await contacts(["list", "--status", "Pending", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      contacts: [expect.objectContaining({ id, contact: "ops@example.com", status: "pending" })],
    });
  });

  describe("with groups", () => {
    let night: string;
    beforeEach(() => {
      const group = (name: string) => service.account.add("contact_group", { name }).id;
      night = group("Night shift");
      contact({ contact_group: [group("Web team"), night] });
      contact({ contact: "all@example.com", contact_group: [night], confirmed: true });
      contact({ contact: "alone@example.com", contact_group: [] });
      group("Empty team");
    });

    it("names the groups of each contact", async () => {
      const { stdout } = await contacts(["list"]);
      expect(
        stdout
          .split("\n")
          .slice(0, 4)
          .map((line) => line.trimEnd()),
      ).toEqual([
        "CONTACT            TYPE   STATUS   GROUPS",
        "all@example.com    email  active   Night shift",
        "alone@example.com  email  pending",
        "ops@example.com    email  pending  Web team, Night shift",
      ]);
    });

    it("keeps those of a group, named by its name or its SID, and by status", async () => {
      const destinations = async (...args: string[]) =>
        JSON.parse((await contacts(["list", "--json", ...args])).stdout).contacts.map(
          ({ contact }: { contact: string }) => contact,
        );
      expect(await destinations("--group", "Night shift")).toEqual(["all@example.com", "ops@example.com"]);
      expect(await destinations("--group", night.toLowerCase())).toEqual([
        "all@example.com",
        "ops@example.com",
      ]);
      expect(await destinations("--group", "Web team")).toEqual(["ops@example.com"]);
      expect(await destinations("--group", "Night shift", "--status", "active")).toEqual(["all@example.com"]);
    });

    it("says that a group has no contact, or that there is no such group", async () => {
      const empty = await contacts(["list", "--group", "Empty team"]);
      expect([empty.stdout, empty.stderr]).toEqual(["The account has no contacts in this group.\n", ""]);
      const hidden = await withLackingFields(
        service,
        "/contact/contacts.json",
        ["contact_group"],
        (lacking) => commandRun(lacking, ["contacts", "list", "--group", "Empty team"]),
      );
      expect([hidden.code, hidden.stdout]).toEqual([0, "The API returns no contacts in this group.\n"]);
      expect(hidden.stderr).toContain("The API does not return contact_groups of these contacts: ");
      const unknown = await contacts(["list", "--group", "Night shfit"]);
      expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
      expect(unknown.stderr).toMatch(/No contact group is named "Night shfit"\. Did you mean Night shift\?/);
      const status = await contacts(["list", "--status", "pendig"]);
      expect([status.code, status.stdout]).toEqual([1, ""]);
      expect(status.stderr).toContain('No contact has the status "pendig". Did you mean pending?');
    });
  });

  it("shows destinations that are masked so that they stay distinct", async () => {
    const teams = ["a", "b", "c", "d", "e", "f", "g"];
    for (const team of teams) {
      const contact = `https://hooks.example.com/services/${team}/incoming`;
      service.account.add("contact", { contact, type: "endpoint" });
    }
    const { stdout } = await commandRun(service, ["contacts", "list"]);
    expect(new Set(stdout.trim().split("\n")).size).toBe(1 + teams.length);
    // Where the column is narrow, the end stays, which is all that differs.
    const texts = teams.map((team) => endsWithin(`https://hooks.example.com/…x7K${team}`, 20));
    expect(texts[0]).toBe("https://hooks…/…x7Ka");
    expect(new Set(texts).size).toBe(teams.length);
  });

  it("never shows args, which may be secret", async () => {
    contact({ type: "slack", args: { key: "xoxb-secret" } });
    for (const form of [[], ["--json"]]) {
      expect((await contacts(["list", ...form])).stdout).not.toContain("xoxb-secret");
    }
  });
});

describe("rblmonitor contacts show", () => {
  let night: string;
  let id: string;
  beforeEach(() => {
    const { account } = service;
    night = account.add("contact_group", { name: "Night shift" }).id;
    const day = account.add("contact_group", { name: "Day shift" }).id;
    id = contact({ contact_group: [night, day], confirmed: true }).id;
    contact({ contact: "day@example.com", contact_group: [day], confirmed: true });
    account.add("host", { host: "192.0.2.1", name: "mx1", contact_group: [night] });
    account.add("host", { host: "192.0.2.2", name: "mx2", contact_group: [night, day] });
    account.add("certificate_monitor", { hostname: "a.example.com", name: "A", contact_group: [night] });
  });
  const shown = async (...args: string[]) => JSON.parse((await contacts(["show", ...args, "--json"])).stdout);

  it("does not say that nothing depends on a contact if a list lacks objects", async () => {
    const { id: other } = contact({ contact: "other@example.com", contact_group: [] });
    expect((await contacts(["show", other])).stdout).toContain("\nNo host or certificate monitor depends on");
    await withLackingLists(service, "/rbl/hosts", async (lacking) => {
      const { stdout } = await commandRun(lacking, ["contacts", "show", other]);
      expect(stdout).toContain("\nNo known host or certificate monitor depends on this contact alone.\n");
    });
  });

  it("names its groups, and whose alerts reach no one without it", async () => {
    const { code, stdout, stderr } = await contacts(["show", "ops@example.com"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`The contact ops@example.com (${id}) is active.
Groups: Night shift, Day shift.
Without it, alerts of 1 host and 1 certificate monitor reach no one: 192.0.2.1 "mx1", a.example.com "A".
`);
    expect(await shown(id)).toMatchObject({
      contact: { id, contact: "ops@example.com", status: "active" },
      groups: [{ id: night, name: "Night shift" }, { name: "Day shift" }],
      unreached: [
        { kind: "host", key: "192.0.2.1", name: "mx1", reaches: "no" },
        { kind: "certificate_monitor", key: "a.example.com", name: "A", reaches: "no" },
      ],
      addresses: null,
      notes: [],
    });
  });

  it("says that no object depends on it alone", async () => {
    expect((await contacts(["show", "day@example.com"])).stdout).toContain(
      "\nNo host or certificate monitor depends on this contact alone.\n",
    );
  });

  it.each([
    ["paused", { paused: true }, "resumed"],
    ["pending", { confirmed: false }, "confirmed"],
  ])("names what reaches no one already, for a contact that is %s", async (_, fields, remedy) => {
    service.account.change(id, fields);
    expect((await contacts(["show", id])).stdout).toContain(`
It gets no alerts until it is ${remedy}.
Alerts of 1 host and 1 certificate monitor already reach no one: 192.0.2.1 "mx1", a.example.com "A".
`);
    expect((await shown(id)).unreached).toMatchObject([{ key: "192.0.2.1" }, { key: "a.example.com" }]);
  });

  it("says what may reach no one, where contacts are missing from the list", async () => {
    const { stdout } = await withLackingLists(service, "/contact/contacts.json", (lacking) =>
      commandRun(lacking, ["contacts", "show", id]),
    );
    expect(stdout).toContain("Without it, alerts of 1 host and 1 certificate monitor may reach no one: ");
    expect(stdout).toContain("The service's list lacks 1 of the contacts in its total, or more.");
  });

  it("has its addresses in states", async () => {
    const values = { id, contact: "ops@example.com", type: "email", contact_groups: [night] };
    const address = "rblmonitor_contact.ops";
    const input = JSON.stringify({
      format_version: "1.0",
      terraform_version: "1.11.4",
      values: {
        root_module: {
          resources: [
            {
              ...{ address, mode: "managed", type: "rblmonitor_contact", name: "ops", values },
              ...{ provider_name: "registry.terraform.io/rblmonitor/rblmonitor", schema_version: 0 },
            },
          ],
        },
      },
    });
    const found = await contacts(["show", id, "--state", "-", "--json"], input);
    expect(JSON.parse(found.stdout).addresses).toEqual([{ address, state: "standard input" }]);
    expect((await contacts(["show", id, "--state", "-"], input)).stdout).toContain(
      `Terraform: ${address} in standard input\n`,
    );
    expect((await contacts(["show", "day@example.com", "--state", "-"], input)).stdout).toContain(
      "Terraform: not in these states\n",
    );
  });

  it("never shows args or destinations that are credentials", async () => {
    const destination = "https://hooks.slack.com/services/T000/B000/verysecretpart";
    const slack = contact({ contact: destination, type: "slack", args: { key: "xoxb-secret" } });
    for (const form of [[], ["--json"]]) {
      const { code, stdout } = await contacts(["show", slack.id, ...form]);
      expect(code).toBe(0);
      expect(stdout).toContain(slack.id);
      expect(stdout).not.toMatch(/xoxb-secret|verysecret/);
    }
  });

  it.each([
    ["missing@example.com", 'The account has no contact "missing@example.com".'],
    ["dya@example.com", "Did you mean day@example.com? To see SIDs: rblmonitor contacts list --wide."],
    ["…cdef", "The account has no such contact. To see SIDs: rblmonitor contacts list --wide."],
    ["https://hooks.slack.com/services/T000/B000/x", "The account has no such contact. To see"],
    [`CO${"0".repeat(32)}`, `no contact CO${"0".repeat(32)}. To see SIDs: rblmonitor contacts list --wide.`],
  ])("refuses %s", async (name, words) => {
    contact({ contact: "https://hooks.slack.com/services/T000/B000/y", type: "slack" });
    const { code, stdout, stderr } = await contacts(["show", name]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("hooks");
  });
});

describe("rblmonitor contacts confirm", () => {
  it.each([
    ["its SID", (id: string) => id],
    ["its SID in another letter case", (id: string) => id.toLowerCase()],
    ["its destination", () => "OPS@example.com"],
  ])("confirms a pending contact, named by %s", async (_, nameOf) => {
    const { id } = contact();
    const { code, stdout, stderr } = await contacts(["confirm", nameOf(id), service.account.authcode(id)]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("is confirmed and will be notified.");
    expect(service.account.find(id)).toMatchObject({ confirmed: true });
  });

  it("reads the code from standard input, without showing it", async () => {
    const { id } = contact();
    const { code, stdout } = await contacts(
      ["confirm", "ops@example.com", "-", "--json"],
      `${service.account.authcode(id)}\n`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      action: "confirmed",
      contact: { id, contact: "ops@example.com", type: "email" },
    });
  });

  it("says what the service says of a wrong code, and does not show the code", async () => {
    const { id } = contact();
    const { code, stdout, stderr } = await contacts(["confirm", id, "WRONG7"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("authcode: is not the one that was sent");
    expect(stderr).not.toContain("WRONG7");
    expect(service.account.find(id)).toMatchObject({ confirmed: false });
  });

  it.each([
    [
      "is confirmed already",
      { confirmed: true },
      "The contact is active, not pending: there is nothing to confirm.",
    ],
    [
      "is paused",
      { paused: true },
      "The contact is paused, but only a pending contact can be confirmed. To resume it:",
    ],
  ])("explains the conflict of a contact that %s", async (_, fields, words) => {
    const { id } = contact(fields);
    const confirmed = await contacts(["confirm", id, service.account.authcode(id)]);
    expect(confirmed.code).toBe(1);
    expect(confirmed.stderr).toContain("the service answered 409");
    expect(confirmed.stderr).toContain(words);
    expect((await contacts(["resend", id])).stderr).toContain(words);
  });

  it.each([
    [
      "no code",
      ["ops@example.com", "-"],
      "The confirmation code is empty: pass the code from the confirmation message.",
    ],
    [
      "a contact that is none",
      ["missing@example.com", "AAAAAA"],
      'The account has no contact "missing@example.com".',
    ],
    [
      "a SID of another kind",
      [`HT${"0".repeat(32)}`, "AAAAAA"],
      "is not the SID of a contact, which is CO and",
    ],
    ["a contact that is gone", [`CO${"0".repeat(32)}`, "AAAAAA"], "the service answered 404"],
  ])("refuses %s", async (_, args, words) => {
    contact();
    const { code, stdout, stderr } = await contacts(["confirm", ...args], "");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
  });

  it("asks which contact is meant where several have the destination", async () => {
    const ids = [contact().id, contact({ type: "slack" }).id];
    const { code, stderr } = await contacts(["confirm", "ops@example.com", "AAAAAA"]);
    expect(code).toBe(1);
    expect(stderr).toContain("The account has 2 contacts");
    for (const id of ids) expect(stderr).toContain(id);
    expect(service.requests.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("rblmonitor contacts resend", () => {
  it("has the message of a pending contact sent again, once", async () => {
    const { id } = contact();
    const { code, stdout } = await contacts(["resend", id]);
    expect([code, stdout]).toEqual([0, `The contact ${id} will get its confirmation message again.\n`]);
    expect(service.requests.map(({ path }) => path)).toEqual([`/contact/contacts/${id}/resend`]);
  });
});
