import fc from "fast-check";
import type { Emulator } from "../../../src/emulator/emulator";
import { managedResources } from "../../../src/provider/resources";
import type { Kind } from "../../../src/service/kinds";
import type { Attribute } from "../../../src/terraform/schema/attribute";
import { type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";
import type { Type } from "../../../src/terraform/values/type";
import { unknown, type Value } from "../../../src/terraform/values/value";
import { declared, existing } from "../../objects";
import { knownValues, partlyUnknownValues } from "../sample-values";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

const kinds = Object.values(managedResources).map(({ object }) => object.kind);

/** A valid configuration of a kind. */
function valid(service: Emulator, kind: Kind): ObjectValue {
  const config = declared(kind, 1, existing(service)) as ObjectValue;
  return kind === "contact" ? { ...config, type: "datadog", args: args({ key: "old" }) } : config;
}

function args(values: Readonly<Record<string, Value>>): ObjectValue {
  return objectValue(Object.entries(values));
}

/** Values of a type that some check may refuse. */
function dubious(type: Type): readonly Value[] {
  if (type.kind === "string") return ["", "a,b", " a", "x".repeat(300), "2001:db8::1", "bücher.example"];
  if (type.kind === "number") return [-1, 1.5, 10_000];
  if (type.kind === "set") return [[], [null], ...dubious(type.element).map((element) => [element, null])];
  if (type.kind !== "map") return [];
  return [args({}), args({ key: null }), objectValue([["__proto__", "x"]]), args({ key: "new" })];
}

const configurable = (kind: Kind) =>
  Object.entries(managedResources[`rblmonitor_${kind}`]?.attributes ?? {}).filter(
    ([, { parts }]) => parts.presence !== "computed",
  );

/** Some attributes of a kind with other values. */
function changes(kind: Kind, values: (attribute: Attribute) => readonly Value[]): fc.Arbitrary<ObjectValue> {
  const members = configurable(kind).map(
    ([name, attribute]) => [name, fc.constantFrom(...values(attribute))] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: [] }) as fc.Arbitrary<ObjectValue>;
}

describe.each(kinds)("the %s", (kind) => {
  it("is changed or replaced only by what can be sent: a refusal comes with the plan, and leaves it as it is", async () => {
    const service = await emulated();
    const any = changes(kind, (attribute) => [
      null,
      ...knownValues(attribute.parts.shape),
      ...dubious(attribute.type),
    ]);
    await fc.assert(
      fc.asyncProperty(any, async (change) => {
        const run = await beginRun(service);
        const managed = new Managed(kind, valid(service, kind));
        expect((await run.apply(managed)).errors).toEqual([]);
        const { errors } = await run.apply(managed, { ...managed.config, ...change });
        expect(errors.filter((error) => error.includes("Request not sent"))).toEqual([]);
        for (const { id } of [...service.account.objects(kind)])
          if (managed.ids.includes(id)) service.account.remove(id);
      }),
      { numRuns: 40 },
    );
  });

  it("is planned where a part is unknown that may be valid in the end", async () => {
    const service = await emulated();
    const base = valid(service, kind);
    const open = changes(kind, ({ parts }) => partlyUnknownValues(parts.shape));
    await fc.assert(
      fc.asyncProperty(open, async (change) => {
        const run = await beginRun(service);
        expect((await run.plan(new Managed(kind, { ...base, ...change }))).errors).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a contact that is replaced", () => {
  it("has its write-only args known before it is deleted", async () => {
    const service = await emulated();
    const run = await beginRun(service);
    const managed = new Managed("contact", valid(service, "contact"));
    await run.apply(managed);
    for (const args_wo of [unknown, args({ key: unknown }), args({ key: "k", site: unknown })]) {
      const config = { ...managed.config, args: null, type: "slack", args_wo, args_wo_version: 1 };
      const { errors } = await run.apply(managed, config);
      expect(errors).toEqual([expect.stringContaining("Unknown args_wo during replacement")]);
    }
    expect(service.account.objects("contact").map(({ id }) => id)).toContain(managed.state?.id);
  });
});
