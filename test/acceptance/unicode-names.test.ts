import type { Kind } from "../../src/service/kinds";
import { openAccount as openReal } from "./account";
import { byApiVersion, lackOf } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { importBlock, resource } from "./resource-block";

const unicode = "bücher.example";
const punycode = "xn--bcher-kva.example";

const keys = { host: "host", source: "host", certificate_monitor: "hostname" } as const;
const kinds = (Object.keys(keys) as (keyof typeof keys)[]).filter((kind) => lackOf(kind) === undefined);

function fieldsOf(
  { service: { account } }: Pick<TestAccount, "service">,
  kind: keyof typeof keys,
  name: string,
) {
  const first = (other: Kind) => account.objects(other)[0]?.id;
  const groups = { name: "n", contact_groups: [first("contact_group")] };
  return {
    host: { ...groups, host: name, profile: first("monitoring_profile") },
    source: { host: name, type: "rbl" },
    certificate_monitor: {
      ...groups,
      hostname: name,
      protocol: "https",
      profile: first("certificate_profile"),
    },
  }[kind];
}

describe.each(kinds)("a %s whose name is in Unicode", (kind) => {
  afterEach(closeAccounts);
  const write = (account: TestAccount, name: string, more = "") =>
    account.write(resource(kind, "x", fieldsOf(account, kind, name)) + more);
  const stored = ({ service }: TestAccount) =>
    service.account.objects(kind).at(-1) as Record<string, unknown>;

  it("is sent in punycode, and is the same in either form", async () => {
    const account = await openAccount();
    await write(account, unicode);
    await account.apply();
    expect(stored(account)[keys[kind]]).toBe(punycode);
    await write(account, punycode);
    expect((await account.plan()).planned).toEqual({});
  });

  it("is the same where the service shows it in Unicode", async () => {
    const account = await openAccount();
    await write(account, punycode);
    await account.apply();
    account.service.account.change(String(stored(account).id), { [keys[kind]]: unicode });
    expect((await account.plan()).planned).toEqual({});
  });

  it("is imported and read by either form", async () => {
    const account = await openReal();
    const fields = fieldsOf(account, kind, punycode);
    const { contact_groups: group, ...given } = fields as Record<string, unknown>;
    account.service.account.add(kind, { ...given, contact_group: group });
    for (const name of [unicode, punycode]) {
      const data = `data "rblmonitor_${kind}" "x" {\n  ${keys[kind]} = "${name}"\n}\n`;
      const id = kind === "certificate_monitor" ? `${name}/https` : name;
      const imported = `import {\n  to = rblmonitor_${kind}.x\n  id = "${id}"\n}\n`;
      await account.write(resource(kind, "x", fields) + data + imported);
      expect((await account.plan()).planned).toEqual({ [`rblmonitor_${kind}.x`]: "import" });
    }
  });
});

describe("an account whose names have accents as separate characters", () => {
  afterEach(closeAccounts);
  const name = "Équipe café";
  const frequency = "24_hours";

  it("has objects that data sources, filters and imports find, and that plans do not change", async () => {
    const account = await openReal({ storedNames: "decomposed" });
    const desk = account.service.account;
    const contact_group = [desk.add("contact_group", { name }).id];
    const profile = desk.add("monitoring_profile", { name, frequency }).id;
    const host = { host: "192.0.2.1", name, profile };
    desk.add("host", { ...host, contact_group, tags: [name.normalize("NFD")] });
    const hasTags = lackOf("host.tags") === undefined;
    const keys = { contact_group: name.normalize("NFD"), monitoring_profile: name, host: "192.0.2.1" };
    await account.write(
      resource("contact_group", "x", { name }) +
        resource("monitoring_profile", "x", { name, frequency }) +
        resource("host", "x", { ...host, contact_groups: contact_group, tags: [name] }) +
        Object.entries(keys)
          .map(([kind, key]) => importBlock(`rblmonitor_${kind}.x`, key))
          .join("") +
        `data "rblmonitor_contact_group" "x" {\n  name = "${name}"\n}\n` +
        found("monitoring_profiles", `name_pattern = "équipe*é"`) +
        found("hosts", hasTags ? `tag = "${name}"` : `name_pattern = "${name}"`),
    );
    const { planned } = await account.plan();
    expect(planned).toEqual({
      "rblmonitor_contact_group.x": "import",
      "rblmonitor_host.x": "import",
      // Version 3.0 does not return the frequency.
      "rblmonitor_monitoring_profile.x": byApiVersion({ "4.0": "import", "3.0": "update" }),
    });
    await account.apply();
    expect((await account.plan()).planned).toEqual({});
  });
});

/** A data source that must list one object. */
function found(plural: string, filter: string): string {
  const error = 'error_message = "another number"';
  const condition = `condition = length(self.${plural}) == 1\n${error}`;
  return `data "rblmonitor_${plural}" "x" {\n${filter}\nlifecycle {\npostcondition {\n${condition}\n}\n}\n}\n`;
}
