import { gapSettings } from "../../src/emulator/settings";
import { closeAccounts, openAccount, patience, type TestAccount } from "./account";
import { importBlock, reference, resource } from "./resource-block";
import { type Behaviour, behaviours, lookedAtElsewhere, titleOf } from "./settings-matrix";

jest.setTimeout(patience);

/** The values that a life goes through. */
interface Values {
  readonly group: string;
  readonly frequency: string;
  readonly entries: readonly (string | undefined)[];
  readonly groups: readonly string[];
  readonly tags: readonly string[] | undefined;
  readonly paused: boolean;
  readonly net: string;
}

const ofGroup = (name: string) => reference(`rblmonitor_contact_group.${name}.id`);
const profile = reference("rblmonitor_monitoring_profile.mail.id");

/** All three kinds in one configuration. */
function configuration(values: Values): string {
  const { group, frequency, entries, groups, tags, paused, net } = values;
  return [
    resource("contact_group", "day", { name: group }),
    resource("contact_group", "night", { name: "Night" }),
    resource("monitoring_profile", "mail", { name: "Mail", frequency, entries }),
    resource("monitoring_profile", "all", {
      name: "All",
      frequency: "weekly",
      sync_method: "stay_in_sync",
    }),
    resource("host", "mail", {
      host: "Mail.Example.com.",
      name: "Mail",
      profile,
      contact_groups: groups.map(ofGroup),
      tags,
    }),
    resource("host", "idle", {
      host: "192.0.2.1",
      name: "Idle",
      profile,
      contact_groups: [ofGroup("day")],
      paused,
    }),
    resource("host", "net", {
      host: "198.51.100.1/30",
      name: net,
      profile,
      contact_groups: [ofGroup("night")],
    }),
  ].join("");
}

const addresses = [
  "rblmonitor_contact_group.day",
  "rblmonitor_contact_group.night",
  "rblmonitor_host.idle",
  "rblmonitor_host.mail",
  "rblmonitor_host.net",
  "rblmonitor_monitoring_profile.all",
  "rblmonitor_monitoring_profile.mail",
];
const all = (action: string) => Object.fromEntries(addresses.map((address) => [address, action]));

/** What an import cannot know, so that the plan after it changes something: by address, with the reason. */
function changesAtImport({
  lists,
  plan,
  frequency,
  emptyList,
  subnetCreate,
}: Behaviour): Map<string, string> {
  const reasons = new Map<string, string>();
  if (lists === "absent") {
    for (const name of ["host.mail", "host.idle", "host.net", "monitoring_profile.mail"])
      reasons.set(`rblmonitor_${name}`, "the service does not tell groups, tags and entries");
  }
  if (emptyList === "ignored") {
    reasons.set("rblmonitor_host.mail", "the service still has the tags that were to be cleared");
  }
  if (plan !== "ultimate" || frequency !== "by-plan") {
    for (const name of ["all", "mail"])
      reasons.set(`rblmonitor_monitoring_profile.${name}`, "the service serves another frequency, or none");
  }
  if (subnetCreate === "flat") reasons.delete("rblmonitor_host.net");
  return reasons;
}

/** A flat subnet is no object of the service: only its hosts can be imported, each as one of its own. */
const isImported = (address: string, { subnetCreate }: Behaviour) =>
  !(address === "rblmonitor_host.net" && subnetCreate === "flat");

const servedOtherwise = ({ plan, frequency }: Behaviour) =>
  frequency === "fixed" || (plan !== "ultimate" && frequency !== "absent");

describe("the life of all three kinds", () => {
  afterEach(closeAccounts);

  it("is looked at under every setting of the emulator that concerns them", () => {
    const [first] = behaviours;
    const named = [...Object.keys(first ?? {}), ...Object.keys(lookedAtElsewhere)];
    expect(Object.keys(gapSettings).filter((name) => !named.includes(name))).toEqual([]);
  });

  it.each(behaviours.map((behaviour) => [titleOf(behaviour) || "defaults", behaviour] as const))(
    "goes its way with %s",
    async (_, behaviour) => {
      const { pageSize, ...settings } = behaviour;
      const account = await openAccount(settings);
      await live(account, behaviour, `page_size = ${pageSize}`);
    },
  );
});

async function live(account: TestAccount, behaviour: Behaviour, provider: string): Promise<void> {
  const desk = account.service.account;
  const before = account.census();
  const [first, second] = desk.objects("source").map(({ id }) => id);
  const initial: Values = {
    group: "Day",
    frequency: "1_hour",
    entries: [first],
    groups: ["day"],
    tags: ["b", "a"],
    paused: true,
    net: "Net",
  };
  const changed: Values = {
    group: "Daytime",
    frequency: "2_hours",
    entries: [second, first],
    groups: ["night", "day"],
    tags: undefined,
    paused: false,
    net: "Network",
  };

  await account.write(configuration(initial), provider);
  const created = await account.apply();
  expect(created.applied).toEqual(all("create"));
  expect(created.diagnostics.map(({ summary }) => summary)).toEqual(
    servedOtherwise(behaviour) ? Array(2).fill("The service serves another frequency") : [],
  );
  expect((await account.plan()).planned).toEqual({});

  desk.change(account.named("contact_group", "Day").id, { office_hours: "9 to 17" });
  await account.write(configuration(changed), provider);
  expect((await account.apply()).planned).toEqual({
    "rblmonitor_contact_group.day": "update",
    "rblmonitor_host.idle": "update",
    "rblmonitor_host.mail": "update",
    "rblmonitor_host.net": "update",
    "rblmonitor_monitoring_profile.mail": "update",
  });
  expect((await account.plan()).planned).toEqual({});
  expect(account.named("contact_group", "Daytime").office_hours).toBe("9 to 17");

  desk.change(account.named("contact_group", "Night").id, { name: "Darkness" });
  desk.change(account.named("monitoring_profile", "All").id, {
    sync_method: "use_my_selections",
    entries: [second],
  });
  desk.change(account.named("host", "Mail").id, { name: "Post" });
  desk.change(account.named("host", "Idle").id, { paused: true });
  desk.change(account.named("host", "Network").id, { paused: true });
  expect((await account.apply()).planned).toEqual({
    "rblmonitor_contact_group.night": "update",
    "rblmonitor_host.idle": "update",
    "rblmonitor_host.mail": "update",
    "rblmonitor_host.net": "update",
    "rblmonitor_monitoring_profile.all": "update",
  });
  expect((await account.plan()).planned).toEqual({});

  const another = await account.another();
  const imports = addresses.filter((address) => isImported(address, behaviour));
  const ids = await Promise.all(imports.map(async (one) => String((await account.values(one)).id)));
  const blocks = imports.map((address, index) => importBlock(address, ids[index] ?? ""));
  await another.write(`${configuration(changed)}${blocks.join("")}`, provider);
  const targets = imports.map((address) => `-target=${address}`);
  const adopted = await another.apply(...targets);
  const updates = Object.entries(adopted.planned).filter(([, action]) => action === "update");
  expect(updates.map(([address]) => address)).toEqual([...changesAtImport(behaviour).keys()].sort());
  expect((await another.plan(...targets)).planned).toEqual({});

  await account.destroy();
  expect(account.census()).toEqual(before);
}
