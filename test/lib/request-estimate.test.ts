import { TerraformCount, type TerraformStack } from "cdktn";
import * as constructs from "rblmonitor/cdktn";
import type { Kind } from "../../src/service/kinds";
import { closeAccounts, openAccount, type TestAccount } from "../acceptance/account";
import { call } from "../emulator/api";
import { isLong } from "../properties";
import { applications, type Costs, costsOf, estimatedStack, example, removeStacks } from "./stack-costs";

afterEach(closeAccounts);
afterAll(removeStacks);

const { CertificateMonitor, CertificateProfile, Contact, ContactGroup, Host, HostFleet, ManualCheck } =
  constructs;
const { MonitoringProfile, RblmonitorProvider, Source } = constructs;

/** The estimate is what was sent, and the apply's part is what the review of the plan says. */
function expectAgreement({ estimate, review, planned, applied, refreshed }: Costs): void {
  const { requests, writes } = review;
  expect(planned + applied).toBe(estimate.firstApply);
  expect(applied).toBeGreaterThanOrEqual(requests.least);
  expect(applied).toBeLessThanOrEqual(requests.most);
  // Only of a paused subnet the review cannot say how much is written: it depends on how many hosts are made of it. It cannot know
  // either whether a new contact is pending, so that it is read.
  if (writes.least === writes.most) expect(applied - requests.least).toBeLessThanOrEqual(1);
  // Whether an object is read by its id before the list is known to be long depends on which request comes first.
  expect(refreshed - estimate.refresh).toBeGreaterThanOrEqual(0);
  expect(refreshed - estimate.refresh).toBeLessThanOrEqual(estimate.refresh > 8 ? 1 : 0);
}

/** What hosts need, created in the same stack. */
function shared(stack: TerraformStack) {
  return {
    profile: new MonitoringProfile(stack, "profile", { name: "Hourly", frequency: "1_hour" }).id,
    contactGroups: [new ContactGroup(stack, "group", { name: "Operators" }).id],
  };
}

/** What a stack declares in addition to the provider, in an account that may have objects already. */
type Declare = (stack: TerraformStack, account: TestAccount) => unknown;

/** More than the sources of an account. The examples have more hosts than a page of the default size. */
const pageSize = 40;

/** Plans and applies a stack. */
async function costsOfStack(declare: Declare): Promise<Costs> {
  const account = await openAccount({ pausedSources: "listed" });
  const stack = await estimatedStack((stack) => {
    new RblmonitorProvider(stack, "rblmonitor", { pageSize });
    declare(stack, account);
  }, pageSize);
  return costsOf(stack, account);
}

it("the test covers every example", () => {
  expect(applications).toEqual(
    expect.arrayContaining(["confirmed-endpoint", "github-actions", "hosting-provider", "mail-fleet"]),
  );
});

it.each(applications)("the example %s costs what the aspect and the review of its plan say", async (name) => {
  const stacks = await example(name);
  expect(stacks.size).toBeGreaterThan(0);
  // The stacks of an application differ in their customers alone: the short form looks at the last and smallest.
  for (const one of [...stacks.values()].slice(isLong ? 0 : -1)) expectAgreement(await costsOf(one));
});

const stacks: Readonly<Record<string, Declare>> = {
  nothing: () => undefined,

  "one of everything that can be paused, paused": (stack) => {
    const { profile, contactGroups } = shared(stack);
    const facts = { contactGroups, paused: true };
    new Host(stack, "net", { ...facts, profile, host: "192.0.2.0/28", name: "net" });
    new Contact(stack, "ops", { ...facts, contact: "ops@example.com", type: "email" });
    new Source(stack, "own", { host: "bl.example.net", type: "rbl", paused: true });
    const expiry = new CertificateProfile(stack, "expiry", { name: "Expiry", expirationThresholds: [7] });
    const monitored = { hostname: "www.example.com", protocol: "https", name: "www" } as const;
    new CertificateMonitor(stack, "www", { ...facts, ...monitored, profile: expiry.id });
  },

  "a subnet with host bits, and one of one address, paused": (stack) => {
    const facts = { ...shared(stack), paused: true };
    new Host(stack, "net", { ...facts, host: "192.0.2.77/29", name: "net" });
    new Host(stack, "one", { ...facts, host: "198.51.100.1/32", name: "one" });
  },

  "a contact that is confirmed": (stack) => {
    const { contactGroups } = shared(stack);
    const facts = { contact: "ops@example.com", type: "email", contactGroups } as const;
    new Contact(stack, "ops", { ...facts, confirmationCodeWo: "000000", confirmationCodeWoVersion: 1 });
  },

  "two contacts with one destination, which are two objects": (stack) => {
    const { contactGroups } = shared(stack);
    const facts = { contact: "ops@example.com", type: "email", contactGroups } as const;
    for (const id of ["ops", "night"]) new Contact(stack, id, facts);
  },

  "checks, and one of them without a wait": (stack) => {
    new ManualCheck(stack, "a", { host: "192.0.2.1" });
    new ManualCheck(stack, "b", { host: "192.0.2.2", wait: true });
    new ManualCheck(stack, "c", { host: "192.0.2.3", wait: false });
  },

  "several of a construct, and none of another": (stack) => {
    const facts = { ...shared(stack), name: "mx" };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of Terraform's
    const host = "mx-${count.index}.example.com";
    new Host(stack, "mx", { ...facts, count: TerraformCount.of(3), host, paused: true });
    new Contact(stack, "ops", {
      ...{ contact: "ops@example.com", type: "email", contactGroups: facts.contactGroups, count: 0 },
    });
  },

  "more than a page of hosts": (stack) => {
    const hosts = Array.from({ length: pageSize + 1 }, (_, number) => `mx-${number}.example.com`);
    new HostFleet(stack, "fleet", { ...shared(stack), hosts });
  },

  "data sources": (stack, { service }) => {
    const host = new Host(stack, "mx", { ...shared(stack), host: "192.0.2.1", name: "mx" });
    new constructs.DataRblmonitorHosts(stack, "tagged", { tag: "in" });
    new constructs.DataRblmonitorHosts(stack, "all", {});
    new constructs.DataRblmonitorHost(stack, "own", { id: host.id });
    new constructs.DataRblmonitorListings(stack, "listed", {});
    new constructs.DataRblmonitorCertificateErrors(stack, "errors", {});
    new constructs.DataRblmonitorSource(stack, "source", {
      host: `${service.account.objects("source")[0]?.host}`,
    });
  },

  // With others it costs nothing if one of their answers comes first.
  "the rate limit": (stack) => new constructs.DataRblmonitorRateLimit(stack, "limit", {}),

  "what is imported, and one that is created": (stack, { service }) => {
    const { account: desk } = service;
    const id = (kind: Kind): string => `${desk.objects(kind)[0]?.id}`;
    const contactGroups = [id("contact_group")];
    const facts = { profile: id("monitoring_profile"), contactGroups };
    desk.add("host", { ...facts, contact_group: contactGroups, host: "192.0.2.1", name: "mx" });
    new Host(stack, "mx", { ...facts, host: "192.0.2.1", name: "mx" }).importFrom(id("host"));
    new Host(stack, "new", { ...facts, host: "192.0.2.2", name: "new" });
    new ContactGroup(stack, "group", { name: "Default" });
    stack.addOverride("import", [{ to: "rblmonitor_contact_group.group", id: id("contact_group") }]);
  },

  "two configurations of the provider": (stack) => {
    const facts = shared(stack);
    const provider = new RblmonitorProvider(stack, "slow", { alias: "slow", maxRequestsPerHour: 100 });
    new Host(stack, "a", { ...facts, host: "192.0.2.1", name: "a" });
    new Host(stack, "b", { ...facts, host: "192.0.2.2", name: "b", provider });
  },
};

it.each(Object.entries(stacks))("a stack with %s costs what both say", async (_, declare) => {
  const costs = await costsOfStack(declare);
  expect(costs.estimate.uncertain).toBe(0);
  expectAgreement(costs);
});

it("a plan reads a check that was started elsewhere once, as both say", async () => {
  const account = await openAccount();
  const { body } = await call(account.service, "POST", "/rbl/check/start", { host: "192.0.2.1" });
  const stack = await estimatedStack((stack) => {
    new RblmonitorProvider(stack, "rblmonitor");
    new constructs.DataRblmonitorCheckStatus(stack, "check", { id: body.data.id });
  });
  expect(stack.estimate).toMatchObject({ firstApply: 1, refresh: 1 });
  expectAgreement(await costsOf(stack, account));
});
