import type { OpenPointSettings } from "../../src/emulator/settings";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { resource } from "./resource-block";

type Attributes = Readonly<Record<string, unknown>>;

describe("a difference in form only is not planned", () => {
  let account: TestAccount;
  let host: Attributes;
  let net: Attributes;
  let profile: Attributes;
  const group = { name: "Operations" };

  const write = (changes: { host?: Attributes; net?: Attributes; profile?: Attributes } = {}) =>
    account.write(
      [
        resource("contact_group", "group", group),
        resource("monitoring_profile", "profile", { ...profile, ...changes.profile }),
        resource("host", "host", { ...host, ...changes.host }),
        resource("host", "net", { ...net, ...changes.net }),
      ].join(""),
    );

  beforeAll(async () => {
    account = await openAccount();
    const { service } = account;
    const groups = ["a", "b", "c"].map((name) => service.account.add("contact_group", { name }).id);
    const sources = service.account.objects("source").map(({ id }) => id);
    const common = { name: "Host", profile: service.account.objects("monitoring_profile")[0]?.id };
    host = { ...common, host: "Mail.Example.com.", contact_groups: groups, tags: ["a", "b", "c"] };
    net = { ...common, host: "192.0.2.77/30", contact_groups: groups };
    profile = { name: "Profile", frequency: "weekly", entries: sources.slice(0, 3) };
    await write();
    await account.apply();
  });
  afterAll(closeAccounts);

  const expectEmptyPlan = async () => {
    const { planned, diagnostics } = await account.plan();
    expect(planned).toEqual({});
    expect(diagnostics).toEqual([]);
  };

  const ways: readonly (readonly [string, Partial<OpenPointSettings>])[] = [
    ["lists in another order", { listItemOrder: "reversed" }],
    ["lists as one text and flags as numbers", { lists: "csv", booleans: "number" }],
    ["no lists at all", { lists: "absent" }],
    ["null for empty lists", { lists: "null-when-empty" }],
    ["undocumented fields", { extraFields: "unknown" }],
    ["another word for paused objects", { pausedWord: "hibernating" }],
    ["no frequency", { frequency: "absent" }],
  ];
  it.each(ways)("when the service suddenly returns %s", async (_, settings) => {
    account.service.configure({ ...settings });
    await write();
    await expectEmptyPlan();
    account.service.configure({
      listItemOrder: "as-given",
      lists: "strings",
      booleans: "boolean",
      extraFields: "legacy",
      pausedWord: "paused",
      frequency: "by-plan",
    });
  });

  it("when the service returns the name of the host in lower case without its dot", async () => {
    account.service.account.change(account.named("host", "Host").id, { host: "mail.example.com" });
    await write();
    await expectEmptyPlan();
  });

  const reversed = (value: unknown) => [...(value as unknown[])].reverse();
  const spellings: readonly (readonly [string, () => Parameters<typeof write>[0]])[] = [
    ["the host in lower case", () => ({ host: { host: "mail.example.com" } })],
    ["the host in capitals", () => ({ host: { host: "MAIL.EXAMPLE.COM" } })],
    ["the subnet by its first address", () => ({ net: { host: "192.0.2.76/30" } })],
    ["the subnet by its last address", () => ({ net: { host: "192.0.2.79/30" } })],
    [
      "lists in another order, with items twice",
      () => ({
        host: { tags: ["c", "b", "a", "c"], contact_groups: reversed(host.contact_groups) },
        profile: { entries: reversed(profile.entries) },
      }),
    ],
    ["null tags where there was none", () => ({ net: { tags: null } })],
    ["paused = false where it was left out", () => ({ host: { paused: false } })],
    ["nothing of what the service decides then", () => ({ profile: { entries: undefined } })],
  ];
  it.each(spellings)("when the user writes %s", async (_, changes) => {
    await write(changes());
    await expectEmptyPlan();
  });

  // Terraform does not allow a provider to plan null where the configuration has an empty list.
  it("when the user writes empty tags in another form, beyond the form itself", async () => {
    const writes = () => account.service.requests.filter(({ method }) => method !== "GET").length;
    const before = writes();
    for (const tags of [[], undefined]) {
      await write({ net: { tags } });
      await account.apply();
      await expectEmptyPlan();
      account.service.configure({ lists: tags ? "null-when-empty" : "strings" });
      await expectEmptyPlan();
    }
    expect(writes()).toBe(before);
  });
});
