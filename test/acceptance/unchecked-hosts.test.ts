import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { reference, resource } from "./resource-block";

afterEach(closeAccounts);

const source = (name: string, more: object = {}) =>
  resource("source", name, { host: `${name}.example.net`, type: "rbl", ...more });
const profile = (name: string, ...sources: readonly string[]) =>
  resource("monitoring_profile", name, {
    name,
    frequency: "1_hour",
    entries: sources.map((each) => reference(`rblmonitor_source.${each}.id`)),
  });
const host = (name: string, address: string, of: string, more: object = {}) =>
  resource("host", name, {
    host: address,
    name,
    profile: reference(`rblmonitor_monitoring_profile.${of}.id`),
    contact_groups: [reference("rblmonitor_contact_group.ops.id")],
    ...more,
  });

/** A profile with one source, and a group, that no configuration has, as the arguments of a host. */
function madeByHand({ service }: TestAccount, source: object = {}) {
  const made = { host: "bl.example.net", type: "rbl", ...source };
  const entries = [service.account.add("source", made).id];
  const { id: profile } = service.account.add("monitoring_profile", { name: "By hand", entries });
  const { id: group } = service.account.add("contact_group", { name: "Ops" });
  return { profile, contact_groups: [group] };
}

it("an apply warns of new hosts that no source of their profile checks, with the reason, and of no others", async () => {
  const account = await openAccount();
  await account.write(
    resource("contact_group", "ops", { name: "Ops" }) +
      source("on") +
      source("off", { paused: true }) +
      profile("v4", "on") +
      profile("none") +
      profile("paused", "off") +
      host("domain", "mx.example.com", "v4") +
      host("empty", "192.0.2.1", "none") +
      host("silent", "192.0.2.2", "paused") +
      host("fine", "192.0.2.3", "v4") +
      host("resting", "192.0.2.4", "none", { paused: true }),
  );
  const { diagnostics } = await account.apply();
  const warnings = diagnostics.filter(({ summary }) => summary === "Host not checked");
  expect(warnings.map(({ detail }) => detail?.split(". ")[0]).sort()).toEqual([
    'Nothing checks 192.0.2.1: the monitoring profile "none" selects no sources',
    'Nothing checks 192.0.2.2: all sources of the monitoring profile "paused" are paused',
    'Nothing checks mx.example.com: the monitoring profile "v4" has no active source for domain names (`uribl`)',
  ]);
});

it("an apply warns of those, too, whose profile only the account knows, after one reading of each list", async () => {
  const account = await openAccount();
  const more = madeByHand(account);
  await account.write(
    resource("host", "a", { host: "a.example.com", name: "a", ...more }) +
      resource("host", "c", { host: "c.example.com", name: "c", ...more }) +
      resource("host", "b", { host: "192.0.2.1", name: "b", ...more }),
  );
  const { diagnostics } = await account.apply();
  const reason = 'the monitoring profile "By hand" has no active source for domain names (`uribl`)';
  expect(diagnostics.map(({ summary, detail }) => [summary, detail?.split(". ")[0]]).sort()).toEqual([
    ["Host not checked", `Nothing checks a.example.com: ${reason}`],
    ["Host not checked", `Nothing checks c.example.com: ${reason}`],
  ]);
  const lists = account.service.requests.filter(({ path }) => /rbl\/(profiles|sources)/.test(path));
  expect(lists.map(({ path }) => path).sort()).toEqual(["/rbl/profiles", "/rbl/sources"]);
});

it("an apply warns alike of a host that comes after another one with its profile", async () => {
  const account = await openAccount();
  // The list leaves out paused sources.
  const more = madeByHand(account, { paused: true });
  await account.write(
    resource("host", "a", { host: "192.0.2.1", name: "a", ...more }) +
      resource("host", "b", { host: "192.0.2.2", name: reference("rblmonitor_host.a.id"), ...more }),
  );
  const { diagnostics } = await account.apply();
  expect(diagnostics.map(({ summary }) => summary)).toEqual(["Host not checked", "Host not checked"]);
});

it("an apply that cannot read the sources says nothing of them", async () => {
  const account = await openAccount();
  const more = madeByHand(account);
  await account.write(resource("host", "a", { host: "a.example.com", name: "a", ...more }));
  account.service.faults.arm({
    fault: "500-before",
    times: 9,
    matching: ({ path }) => path.includes("/rbl/sources"),
  });
  expect((await account.apply()).diagnostics).toEqual([]);
});
