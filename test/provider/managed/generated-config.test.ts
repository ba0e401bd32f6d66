import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { rblmonitorProvider } from "../../../src/provider/provider";
import { managedResources } from "../../../src/provider/resources";
import { type Kind, kindNames, kinds } from "../../../src/service/kinds";
import { protocolSchema } from "../../../src/terraform/rpc/protocol-forms";
import { createLogger } from "../../../src/terraform/serve/log";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { proposedState } from "../../core/proposed-state";
import { objectSchema } from "../../core/schema";
import { accepted, body, existing, values } from "../../objects";
import { type Caller, received, reported, sent, session } from "../../terraform/rpc/session";

let service: Emulator;
let call: Caller;

beforeAll(async () => {
  service = await startEmulator({ limits: "off" });
  call = await callerOf("4.0");
});
afterAll(() => service.close());

async function callerOf(apiVersion: string): Promise<Caller> {
  const logger = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
  const provider = rblmonitorProvider(logger, {
    RBLMONITOR_API_VERSION: apiVersion,
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
  });
  const caller = session(provider).call;
  await caller("configureProvider", { config: sent(provider.attributes, {}) });
  return caller;
}

/** Objects of a kind: as a create makes them, and with other values in every field. */
function samples(kind: Kind): readonly Readonly<Record<string, unknown>>[] {
  const refer = existing(service);
  const others = Object.keys(accepted(kind)).map((name) => [name, values(kind, name, refer)[1]]);
  const { is_default: _, args: __, ...fields } = Object.fromEntries(others);
  const stored = {
    ...(kind === "source" && { custom: true }),
    ...(kinds[kind].pausable && { paused: true }),
  };
  return [
    { ...body(kind, 1, refer), ...stored, paused: false },
    { ...fields, ...stored },
    ...(kind === "monitoring_profile" ? [{ ...fields, sync_method: "stay_in_sync" }] : []),
  ];
}

it.each(kindNames)("the generated configuration of a %s plans no change", async (kind) => {
  const typeName = `rblmonitor_${kind}`;
  const { attributes } = managedResources[typeName] as (typeof managedResources)[string];
  for (const fields of samples(kind)) {
    const { id } = service.account.add(kind, fields);
    const { importedResources } = await call("importResourceState", { typeName, id });
    const [{ state: currentState, private: notes } = {}] = importedResources;
    if (currentState === undefined || notes === undefined) throw new Error(`${id} was not imported`);
    const read = await call("readResource", { typeName, currentState, private: notes });
    const state = received(attributes, read.newState) as ObjectValue;
    const generated = await call("generateResourceConfig", {
      typeName,
      ...(read.newState && { state: read.newState }),
    });
    expect(generated.diagnostics).toEqual([]);
    const config = received(attributes, generated.config) as ObjectValue;
    const encoded = sent(attributes, config);
    const validated = await call("validateResourceConfig", { typeName, config: encoded });
    expect(reported(validated.diagnostics)).toEqual([]);
    const schema = objectSchema(protocolSchema({ description: "", attributes }));
    const planned = await call("planResourceChange", {
      typeName,
      config: encoded,
      priorState: sent(attributes, state),
      proposedNewState: sent(attributes, proposedState(schema.attributes, state, config)),
      priorPrivate: read.private,
    });
    expect(planned.diagnostics.filter(({ severity }) => severity === 1)).toEqual([]);
    expect(planned.requiresReplace).toEqual([]);
    expect(received(attributes, planned.plannedState)).toEqual(state);
  }
});

it("the generated configuration of a profile over version 3.0 has a frequency, with a warning", async () => {
  const legacy = await callerOf("3.0");
  const typeName = "rblmonitor_monitoring_profile";
  const { attributes } = managedResources[typeName] as (typeof managedResources)[string];
  const { id } = service.account.add("monitoring_profile", { name: "All", sync_method: "stay_in_sync" });
  const { importedResources } = await legacy("importResourceState", { typeName, id });
  const [{ state: currentState, private: notes } = {}] = importedResources;
  if (currentState === undefined || notes === undefined) throw new Error(`${id} was not imported`);
  const { newState } = await legacy("readResource", { typeName, currentState, private: notes });
  const { config, diagnostics } = await legacy("generateResourceConfig", {
    typeName,
    ...(newState && { state: newState }),
  });
  expect(received(attributes, config)).toMatchObject({ name: "All", frequency: "24_hours" });
  expect(reported(diagnostics)).toEqual([
    expect.stringContaining("Unknown frequency in generated configuration"),
  ]);
  const validated = await legacy("validateResourceConfig", { typeName, ...(config && { config }) });
  expect(reported(validated.diagnostics)).toEqual([]);
});

it("is an error if Terraform sends no state, as 1.14.0 does", async () => {
  const { config, diagnostics } = await call("generateResourceConfig", { typeName: "rblmonitor_host" });
  expect(config).toBeUndefined();
  expect(reported(diagnostics)).toEqual([expect.stringContaining("use 1.14.1 or later")]);
});
