import type { Fields } from "../../src/emulator/account/objects";
import { openPointValues } from "../../src/emulator/settings";
import { type DrivenAccount, declared, openDrivenAccount } from "../core/driven-account";
import { attributesAt } from "../core/state";
import { censusOf, closeAccounts, named } from "./account";
import { byApiVersion, lackOf } from "./api-version";
import { blocks, providerOf, type Values } from "./settings-configuration";
import { type Behaviour, behaviours, lookedAtElsewhere, titleOf } from "./settings-matrix";

/** What an import cannot know, so that the plan after it changes something: by address, with the reason. */
function changesAtImport(behaviour: Behaviour, addresses: readonly string[]): ReadonlyMap<string, string> {
  const { lists, plan, frequency, emptyList, storedNames, storedContacts, storedLists, storedFlags } =
    behaviour;
  const reasons: Readonly<Record<string, string>> = {
    ...(lackOf("contact.args") === undefined && {
      "contact.data": "the API does not return args, or not in a reliable form",
    }),
    ...(lists === "absent" && {
      ...ofAll(["host.mail", "host.idle", "host.net"], "the API does not return groups and tags"),
      ...ofAll(["certificate_monitor.shop", "certificate_monitor.mail"], "the API does not return groups"),
      ...ofAll(["contact.ops"], "the API does not return groups"),
      "certificate_profile.strict": "the API does not return thresholds",
      "monitoring_profile.mail": "the API does not return entries",
    }),
    ...(emptyList === "ignored" && {
      ...ofAll(["host.mail", "certificate_monitor.shop"], "the service still has the tags that were cleared"),
      ...ofAll(["certificate_monitor.mail"], "the service still has the tags that were cleared"),
      ...(lists !== "absent" && { "source.own": "the service still has the codes that were cleared" }),
    }),
    // After an import, no note says how the service stores what was sent.
    ...(!["verbatim", "decomposed"].includes(storedNames) &&
      ofAll(labelled, "the service stores other names")),
    ...(storedContacts === "plain" && { "contact.ops": "the service stores the destination in lower case" }),
    ...(storedContacts === "masked" && { "contact.data": "the service hides the destination" }),
    ...(storedNames === "escaped" && { "host.net": "the service stores another name" }),
    ...(storedLists === "added" && lists !== "absent" && ofAll(grouped, "the service adds elements")),
    ...(storedFlags === "forced" && { "certificate_profile.strict": "the service forces flags" }),
    ...((plan !== "ultimate" || frequency !== "by-plan") &&
      ofAll(
        ["monitoring_profile.all", "monitoring_profile.mail"],
        "the service serves another frequency, or none",
      )),
  };
  return new Map(
    Object.entries(reasons)
      .map(([address, reason]) => [`rblmonitor_${address}`, reason] as const)
      .filter(([address]) => addresses.includes(address) && isImported(address, behaviour)),
  );
}

function ofAll(addresses: readonly string[], reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(addresses.map((address) => [address, reason]));
}

/** Those whose names a service may change. */
const labelled = [
  ...["contact_group.night", "host.mail", "certificate_monitor.mail"],
  ...["certificate_profile.strict", "monitoring_profile.mail"],
];
const grouped = [
  ...["certificate_monitor.mail", "certificate_monitor.shop", "certificate_profile.strict"],
  ...["contact.data", "contact.ops", "host.idle", "host.mail", "host.net"],
  ...["monitoring_profile.mail", ...(lackOf("source.custom_codes") === undefined ? ["source.own"] : [])],
];

/** What can be imported by its SID so that it is the same object. */
function isImported(address: string, behaviour: Behaviour): boolean {
  const { subnetCreate, monitorHostnamePort, storedContacts } = behaviour;
  // With version 3.0, another destination forces replacement.
  if (address.startsWith("rblmonitor_contact.") && ["plain", "masked"].includes(storedContacts))
    return byApiVersion({ "4.0": true, "3.0": false });
  // A flat subnet is not an object of the service: only its hosts can be imported, each as a separate resource.
  if (address === "rblmonitor_host.net") return subnetCreate !== "flat";
  // Where the service takes the port away, only the user knows that it belongs to the hostname: see imports.test.ts.
  return (
    address !== "rblmonitor_certificate_monitor.shop" || !["split", "bare"].includes(monitorHostnamePort)
  );
}

/** Whether the service shows any value in another form than it was sent. */
function isStoredOtherwise({ plan, frequency, ...behaviour }: Behaviour): boolean {
  const { storedContacts, storedLists, storedFlags } = behaviour;
  // Terraform's texts have one form in Unicode.
  const storedNames = behaviour.storedNames === "decomposed" ? "verbatim" : behaviour.storedNames;
  const isFixed = plan !== "free" && (frequency === "fixed" || (plan === "paid" && frequency !== "absent"));
  return (
    isFixed || [storedNames, storedContacts, storedLists, storedFlags].some((form) => form !== "verbatim")
  );
}

describe("the life of all kinds", () => {
  afterEach(closeAccounts);

  it("is tested under every setting of the emulator that concerns them", () => {
    const [first] = behaviours;
    const named = [...Object.keys(first ?? {}), ...Object.keys(lookedAtElsewhere)];
    expect(Object.keys(openPointValues).filter((name) => !named.includes(name))).toEqual([]);
  });

  it.each(behaviours.map((behaviour) => [titleOf(behaviour) || "defaults", behaviour] as const))(
    "goes its way with %s",
    async (_, behaviour) => {
      const { pageSize, ...settings } = behaviour;
      await live(await openDrivenAccount(settings), behaviour);
    },
  );
});

async function live(account: DrivenAccount, behaviour: Behaviour): Promise<void> {
  const desk = account.service.account;
  const before = censusOf(account.service);
  const [first, second] = desk.objects("source").map(({ id }) => id);
  const profile = desk.objects("monitoring_profile")[0]?.id;
  const initial: Values = {
    group: "Day",
    frequency: "1_hour",
    entries: [first],
    groups: ["day"],
    tags: ["Team B", "team b", "a"],
    paused: true,
    net: "Net&more",
    thresholds: [30, 5],
    codes: ["127.0.0.2"],
  };
  const changed: Values = {
    group: "Daytime",
    frequency: "2_hours",
    entries: [second, first],
    groups: ["night", "day"],
    tags: undefined,
    paused: false,
    net: "Network&more",
    thresholds: [0, 15],
    codes: undefined,
  };
  const configured = (values: Values) => ({
    resources: declared(blocks(behaviour, profile, values)),
    provider: providerOf(behaviour),
  });
  const addresses = Object.keys(configured(initial).resources).sort();
  const all = (action: string, ...but: readonly string[]) =>
    Object.fromEntries(
      addresses
        .filter((address) => !but.includes(address.replace("rblmonitor_", "")))
        .map((address) => [address, action]),
    );

  account.write(configured(initial));
  const created = await account.apply();
  expect(created.applied).toEqual(all("create"));
  // The profile of this configuration has sources for addresses only, and a host is a domain.
  const expected = ["Host not checked"];
  const summaries = created.diagnostics
    .map(({ summary }) => summary)
    .filter((summary) => !expected.includes(summary));
  expect(summaries.filter((summary) => !summary.endsWith(" stored in another form"))).toEqual([]);
  if (!isStoredOtherwise(behaviour)) expect(summaries).toEqual([]);
  expect((await account.plan()).planned).toEqual({});

  desk.change(named(account.service, "contact_group", "Day").id, { office_hours: "9 to 17" });
  account.write(configured(changed));
  expect((await account.apply()).planned).toEqual(
    all("update", "contact_group.night", "monitoring_profile.all"),
  );
  expect((await account.plan()).planned).toEqual({});
  expect(named(account.service, "contact_group", "Daytime").office_hours).toBe("9 to 17");

  // An unknown word is learned where the resource itself was paused.
  const neverPaused = ["host.net", ...byApiVersion({ "4.0": [], "3.0": ["contact.data"] })];
  const unseen = behaviour.pausedWord === "hibernating" ? neverPaused : [];
  const drifted = drift(account, second, behaviour.plan !== "free").filter((name) => !unseen.includes(name));
  expect((await account.apply()).planned).toEqual(
    Object.fromEntries(drifted.sort().map((address) => [`rblmonitor_${address}`, "update"])),
  );
  expect((await account.plan()).planned).toEqual({});

  const another = account.another();
  const targets = addresses.filter((address) => isImported(address, behaviour));
  const imports = targets.map((address) => [address, idAt(account, address)]);
  another.write({ ...configured(changed), imports: Object.fromEntries(imports) });
  const adopted = await another.tryApply({ targets });
  expect(adopted.code).toBe(0);
  expect(adopted.planned).toEqual(
    Object.fromEntries(
      [...changesAtImport(behaviour, addresses).keys()].map((address) => [address, "update"]),
    ),
  );
  expect((await another.plan({ targets })).planned).toEqual({});

  await account.destroy();
  expect(censusOf(account.service)).toEqual(before);
}

/** Changes objects behind the provider's back, and returns the addresses of those that differ then. */
function drift(account: DrivenAccount, source: string | undefined, isPaid: boolean): string[] {
  const desk = account.service.account;
  const changes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    ...(lackOf("certificate_monitor") === undefined && {
      "certificate_monitor.mail": { name: "Post" },
      "certificate_monitor.shop": { paused: true },
      "certificate_profile.strict": { expiration_thresholds: [7], name: "Lax" },
    }),
    // With version 3.0, another destination forces replacement.
    "contact.data": byApiVersion<Fields>({ "4.0": { contact: "elsewhere" }, "3.0": { paused: true } }),
    "contact.ops": { paused: true },
    "contact_group.night": { name: "Darkness" },
    "host.idle": { paused: true },
    "host.mail": { name: "Post" },
    "host.net": { paused: true },
    ...(isPaid && {
      ...(lackOf("reported sync_method") === undefined && {
        "monitoring_profile.all": { sync_method: "use_my_selections", entries: [source] },
      }),
      "source.own": { paused: true, type: "uribl" },
    }),
  };
  for (const [address, fields] of Object.entries(changes))
    desk.change(idAt(account, `rblmonitor_${address}`), fields);
  return Object.keys(changes);
}

function idAt({ core }: DrivenAccount, address: string): string {
  return String(attributesAt(core.state, address).id);
}
