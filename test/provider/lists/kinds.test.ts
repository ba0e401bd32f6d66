import type { EmulatorOptions } from "../../../src/emulator/emulator";
import { managedResources } from "../../../src/provider/resources";
import { type Kind, kindNames } from "../../../src/service/kinds";
import { isLegacyKind } from "../../../src/service/legacy/kinds";
import { protocolSchema } from "../../../src/terraform/rpc/protocol-forms";
import { objectType } from "../../../src/terraform/schema/implied-type";
import { equal } from "../../../src/terraform/values/equal";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { proposedState } from "../../core/proposed-state";
import { objectSchema } from "../../core/schema";
import { complete } from "../../objects";
import { received, reported, sent } from "../../terraform/rpc/session";
import { closeAll, emulated, Process, type Result, tablesOf } from "./query";

afterEach(closeAll);

const forms: Readonly<Record<string, EmulatorOptions>> = {
  "as usual": {},
  "with lists as text, flags as digits and words in capitals": {
    lists: "csv",
    booleans: "digit-text",
    statusWords: "upper",
    listItemOrder: "shuffled",
  },
  "with SIDs under another key and newest first": { idKey: "sid", listOrder: "newest-first" },
};
const subnets: Readonly<Record<string, EmulatorOptions>> = {
  "with subnets that are one host": { subnetCreate: "one" },
  "with subnets that have children": { subnetCreate: "parent-and-children" },
  "with subnets that are separate hosts": { subnetCreate: "flat" },
};
const settings = { ...forms, ...subnets };
const cases = [
  ...Object.keys(forms).flatMap((name) => kindNames.map((kind) => [kind, name, "4.0"] as const)),
  ...Object.keys(subnets).map((name) => ["host", name, "4.0"] as const),
  ...kindNames.filter(isLegacyKind).map((kind) => [kind, "as usual", "3.0"] as const),
];
// Version 3.0 does not return the frequency of a monitoring profile, so the user has to add it.
const whole = cases.filter(([kind, , version]) => kind !== "monitoring_profile" || version !== "3.0");

/** The demo's account: objects of every kind, among them a subnet and destinations that are credentials. */
async function demo(options: EmulatorOptions, version: string) {
  const service = await emulated({ demo: true, ...options });
  complete(service);
  return { service, start: () => Process.start(service, { api_version: version }) };
}

/** What an import block by that identity and the refresh after it store. */
async function imported(process: Process, kind: Kind, { identity }: Result) {
  const typeName = `rblmonitor_${kind}`;
  const { importedResources, diagnostics } = await process.call("importResourceState", {
    ...{ typeName, id: "" },
    identity: { identityData: sent(tablesOf(kind).identity, identity) },
  });
  expect(reported(diagnostics)).toEqual([]);
  const [one] = importedResources;
  if (one === undefined) throw new Error("Nothing was imported.");
  return process.call("readResource", {
    ...{ typeName, private: one.private },
    ...(one.state && { currentState: one.state }),
    ...(one.identity && { currentIdentity: one.identity }),
  });
}

describe("the results of a list", () => {
  it.each(cases)(
    "of every %s, %s, over API %s, are what an import of the identity stores",
    async (kind, name, version) => {
      const { start } = await demo(settings[name as keyof typeof settings] ?? {}, version);
      const { results, warnings, errors } = await (await start()).query(kind, { object: true });
      expect([errors, warnings]).toEqual([[], []]);
      expect(results.length).toBeGreaterThan(0);
      expect(new Set(results.map(({ identity }) => identity.id)).size).toBe(results.length);
      for (const result of results) {
        const { newState, newIdentity, diagnostics } = await imported(await start(), kind, result);
        expect(reported(diagnostics)).toEqual([]);
        const { attributes } = tablesOf(kind);
        expect(equal(objectType(attributes), received(attributes, newState), result.object)).toBe(true);
        expect(received(tablesOf(kind).identity, newIdentity?.identityData)).toEqual(result.identity);
      }
    },
    120_000,
  );

  it.each(whole)(
    "of every %s, %s, over API %s, make configuration that plans no change",
    async (kind, name, version) => {
      const { start } = await demo(settings[name as keyof typeof settings] ?? {}, version);
      const process = await start();
      const { results } = await process.query(kind, { object: true });
      const later = await start();
      for (const { encoded, object, identity } of results) {
        const made = await configured(later, kind, { encoded, object, id: identity.id });
        expect(made).toEqual({ diagnostics: [], planned: object, replaces: [] });
      }
    },
    120_000,
  );
});

it("A monitoring profile over API 3.0 makes configuration with a frequency to be corrected", async () => {
  const { start } = await demo({}, "3.0");
  const process = await start();
  const [{ encoded, object, identity } = {} as Result] = (
    await process.query("monitoring_profile", { object: true })
  ).results;
  const { diagnostics } = await configured(process, "monitoring_profile", {
    encoded,
    object,
    id: identity.id,
  });
  expect([...new Set(diagnostics)]).toEqual([
    expect.stringMatching(
      /warning at : Unknown frequency in generated configuration: .*"24_hours" is a placeholder/,
    ),
  ]);
});

/** What core does with `-generate-config-out`: generates, validates and plans the import. */
async function configured(
  process: Process,
  kind: Kind,
  { encoded, object, id }: { encoded: Result["encoded"]; object: ObjectValue | null; id: unknown },
) {
  const typeName = `rblmonitor_${kind}`;
  const { attributes = {} } = managedResources[typeName] ?? {};
  const { config, diagnostics } = await process.call("generateResourceConfig", {
    typeName,
    ...(encoded && { state: encoded }),
  });
  const given = received(attributes, config) as ObjectValue;
  const asked = { typeName, ...(config && { config }) };
  const validated = await process.call("validateResourceConfig", asked);
  const schema = objectSchema(protocolSchema({ description: "", attributes }));
  const planned = await process.call("planResourceChange", {
    ...asked,
    priorState: sent(attributes, object),
    proposedNewState: sent(attributes, proposedState(schema.attributes, object, given)),
    priorPrivate: new Uint8Array(),
    plannedPrivate: new Uint8Array(),
  });
  const all = [diagnostics, validated.diagnostics, planned.diagnostics].flat();
  return {
    diagnostics: reported(all).map((text) => `${id}: ${text}`),
    planned: received(attributes, planned.plannedState),
    replaces: planned.requiresReplace,
  };
}
