import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { rblmonitorProvider } from "../../../src/provider/provider";
import { managedResources } from "../../../src/provider/resources";
import type { Identity } from "../../../src/terraform";
import type { ResourceIdentityData } from "../../../src/terraform/protocol/generated/tfplugin6";
import { createLogger } from "../../../src/terraform/serve/log";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { type Caller, received, reported, sent, session } from "../../terraform/rpc/session";

const typeName = "rblmonitor_host";
const { attributes, identity } = managedResources[typeName] as (typeof managedResources)[string];
const subnet = "192.0.2.16/30";

let service: Emulator;
let version: string;
let call: Caller;

async function open(settings: EmulatorOptions = {}, apiVersion = "4.0"): Promise<void> {
  service = await startEmulator({ limits: "off", ...settings });
  version = apiVersion;
  call = await reopened();
}

/** A new provider process for the account. */
async function reopened(): Promise<Caller> {
  const logger = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
  const provider = rblmonitorProvider(logger, {
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
    RBLMONITOR_API_VERSION: version,
  });
  const { call } = session(provider);
  const { diagnostics } = await call("configureProvider", { config: sent(provider.attributes, {}) });
  expect(diagnostics).toEqual([]);
  return call;
}

afterEach(() => service.close());

/** The identity of a host as it is sent. */
const data = (values: Partial<Identity>): ResourceIdentityData => ({
  identityData: sent(identity?.attributes ?? {}, values as ObjectValue),
});
const identityIn = (answer: ResourceIdentityData | undefined) =>
  received(identity?.attributes ?? {}, answer?.identityData);

interface Existing {
  readonly state: ObjectValue;
  readonly private: Uint8Array;
  readonly identity: ResourceIdentityData | undefined;
}

/** Creates a host as Terraform does. */
async function create(host: string): Promise<Existing> {
  const { account } = service;
  const [profile] = account.objects("monitoring_profile");
  const [group] = account.objects("contact_group");
  const given = {
    host,
    name: "n",
    profile: profile?.id ?? "",
    contact_groups: [group?.id ?? ""],
    paused: false,
  };
  const config = sent(attributes, given);
  const [priorState, priorPrivate] = [sent(attributes, null), new Uint8Array()];
  const asked = { typeName, priorState, config, proposedNewState: config, priorPrivate };
  const { plannedState, plannedPrivate, plannedIdentity } = await call("planResourceChange", asked);
  expect(plannedIdentity).toBeUndefined();
  const applied = await call("applyResourceChange", {
    typeName,
    priorState,
    config,
    plannedState,
    plannedPrivate,
  });
  expect(reported(applied.diagnostics)).toEqual([]);
  const state = received(attributes, applied.newState) as ObjectValue;
  return { state, private: applied.private, identity: applied.newIdentity };
}

/** Reads a host as a later command of Terraform does. */
async function read({ state, private: notes, identity }: Existing): Promise<Existing> {
  const provider = await reopened();
  const answer = await provider("readResource", {
    ...{ typeName, currentState: sent(attributes, state), private: notes },
    ...(identity && { currentIdentity: identity }),
  });
  expect(reported(answer.diagnostics)).toEqual([]);
  const now = received(attributes, answer.newState) as ObjectValue;
  return { state: now, private: answer.private, identity: answer.newIdentity };
}

/** Imports a host. Returns it as the read after the import has it, or what is wrong. */
async function imported(given: { readonly id: string } | Partial<Identity>, isIdentity = true) {
  const provider = await reopened();
  const request = isIdentity ? { id: "", identity: data(given) } : { id: given.id ?? "" };
  const { importedResources, diagnostics } = await provider("importResourceState", { typeName, ...request });
  const [one] = importedResources;
  if (one === undefined) return reported(diagnostics);
  const state = received(attributes, one.state) as ObjectValue;
  return read({ state, private: one.private, identity: one.identity });
}

const accountOf = ({ accountSid }: Emulator) => accountSid;

describe("the identity of a host", () => {
  it("is its SID and the account, from its creation on", async () => {
    await open();
    const created = await create("192.0.2.25");
    const expected = { id: created.state.id, account: accountOf(service) };
    expect(identityIn(created.identity)).toEqual(expected);
    expect(identityIn((await read(created)).identity)).toEqual(expected);
  });

  it("comes with the next refresh of a state that was written without", async () => {
    await open();
    const { identity: _, ...created } = await create("192.0.2.25");
    const refreshed = await read({ ...created, identity: undefined });
    expect(identityIn(refreshed.identity)).toEqual({ id: created.state.id, account: accountOf(service) });
    expect(refreshed.state).toEqual(created.state);
  });

  it("imports it, with or without the account", async () => {
    await open();
    const { state } = await create("192.0.2.25");
    const id = String(state.id);
    for (const given of [{ id }, { id, account: accountOf(service) }, { id, account: null }]) {
      const one = (await imported(given)) as Existing;
      expect(one.state).toEqual(state);
      expect(identityIn(one.identity)).toEqual({ id, account: accountOf(service) });
    }
  });

  it("of another account is refused, with both accounts", async () => {
    await open();
    const { state } = await create("192.0.2.25");
    const other = `AC${"0".repeat(32)}`;
    expect(await imported({ id: String(state.id), account: other })).toEqual([
      expect.stringMatching(new RegExp(`Account mismatch: .*${other}.*${accountOf(service)}`)),
    ]);
  });

  it("is not a name or an address: these are ids of import blocks", async () => {
    await open();
    await create("192.0.2.25");
    for (const id of ["192.0.2.25", "n", ""])
      expect(await imported({ id })).toEqual([expect.stringContaining("Invalid identity")]);
  });

  it("is refused for an object that does not exist, or of another kind", async () => {
    await open();
    const [group] = service.account.objects("contact_group");
    expect(await imported({ id: `HT${"0".repeat(32)}` })).toEqual([
      expect.stringContaining("Host not found"),
    ]);
    expect(await imported({ id: String(group?.id) })).toEqual([
      expect.stringContaining("SID of a contact group"),
    ]);
  });

  it("is the same with API version 3.0", async () => {
    await open({}, "3.0");
    const created = await create("192.0.2.25");
    expect(identityIn((await read(created)).identity)).toEqual(identityIn(created.identity));
  });
});

describe.each(["flat", "one", "parent-and-children"] as const)(
  "the identity of a subnet stored %s",
  (subnetCreate) => {
    it("is its CIDR for life, whatever hosts are lost, and imports it", async () => {
      await open({ subnetCreate });
      let existing = await create(subnet);
      const expected = { id: subnet, account: accountOf(service) };
      expect(identityIn(existing.identity)).toEqual(expected);
      const again = (await imported({ id: subnet })) as Existing;
      expect(identityIn(again.identity)).toEqual(expected);
      expect(again.state.host).toBe(subnet);
      const hosts = service.account.objects("host").map(({ id }) => id);
      for (const lost of hosts.slice(0, -1)) {
        service.account.remove(lost);
        existing = await read(existing);
        expect(identityIn(existing.identity)).toEqual(expected);
      }
    });
  },
);

describe("a subnet with a parent", () => {
  it("is imported by the parent's SID, too, and then has the identity of the subnet", async () => {
    await open({ subnetCreate: "parent-and-children" });
    const { state } = await create(subnet);
    const one = (await imported({ id: String(state.id) })) as Existing;
    expect(one.state.members).toHaveLength((state.members as unknown[]).length);
    expect(identityIn(one.identity)).toEqual({ id: subnet, account: accountOf(service) });
  });
});
