import fc from "fast-check";
import { Diagnostics } from "../../src/terraform/diagnostics";
import type { Attribute, Attributes } from "../../src/terraform/schema/attribute";
import { validateConfig, validateShape } from "../../src/terraform/schema/validation";
import { type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import type { Value } from "../../src/terraform/values/value";
import { type Configurable, configurables, everyAttribute } from "./configurables";
import { allUnknown, knownValues, partlyUnknownValues } from "./sample-values";

const abilities = { writeOnly: true };
const places = everyAttribute();
const all = configurables();

function said(check: (diagnostics: Diagnostics) => void): string[] {
  const diagnostics = new Diagnostics();
  check(diagnostics);
  return diagnostics.list.map(({ detail }) => detail);
}

const isConfigured = ({ parts }: Attribute) => parts.presence !== "computed";
const isRequired = ({ parts }: Attribute) => parts.presence === "required";

describe("a validator", () => {
  it("says nothing of a value that is unknown, wholly or in a part", () => {
    const refused = places.flatMap(([path, { parts }]) =>
      partlyUnknownValues(parts.shape).flatMap((value) =>
        said((diagnostics) => validateShape(parts.shape, value, diagnostics, abilities, [])).map(
          (detail) => `${path}: ${detail}`,
        ),
      ),
    );
    expect(refused).toEqual([]);
  });

  it("accepts something for every attribute that users set", () => {
    const closed = places.filter(
      ([, attribute]) => isConfigured(attribute) && knownValues(attribute.parts.shape).length === 0,
    );
    expect(closed.map(([path]) => path)).toEqual([]);
  });

  it.each(all)("of %s says nothing of a configuration that is unknown in every attribute", (_, each) => {
    const config = allUnknown(each.attributes);
    expect(said((diagnostics) => validate(each, config, diagnostics))).toEqual([]);
  });

  it.each(all)("of %s says nothing of null where the attribute may be left out", (_, each) => {
    const config = objectValue(
      Object.entries(each.attributes).map(([name, attribute]) => [
        name,
        isRequired(attribute) ? (knownValues(attribute.parts.shape)[0] ?? null) : null,
      ]),
    );
    expect(said((diagnostics) => validateConfig(each.attributes, config, diagnostics, abilities))).toEqual(
      [],
    );
  });

  it.each(all)("of %s asks for every required attribute that is null, by its name", (_, each) => {
    const required = Object.entries(each.attributes).filter(([, attribute]) => isRequired(attribute));
    const config = objectValue(Object.keys(each.attributes).map((name) => [name, null]));
    expect(said((diagnostics) => validateConfig(each.attributes, config, diagnostics, abilities))).toEqual(
      required.map(([name]) => `${name} is required, but it is null.`),
    );
  });
});

const withRules = all.filter(([, { validate }]) => validate !== undefined);

describe("the rule over all attributes", () => {
  it("is there to be looked at", () => {
    expect(withRules.map(([name]) => name)).toContain("rblmonitor_contact");
  });

  // What a value turns out to be cannot be known: so the rule may speak only if it would whatever that is.
  it.each(withRules)("of %s refuses an unknown value only where it refuses every value", (_, each) => {
    const known = optionsOf(each.attributes, (attribute) => knownOptions(attribute));
    const open = optionsOf(each.attributes, ({ parts }) => partlyUnknownValues(parts.shape));
    fc.assert(
      fc.property(
        configOf(each.attributes, (attribute) => [
          ...knownOptions(attribute),
          ...partlyUnknownValues(attribute.parts.shape),
        ]),
        fc.constantFrom(...Object.keys(known)),
        (config, name) => {
          const [whole] = open[name] ?? [];
          const isRefused = (value: Value) =>
            said((diagnostics) => validate(each, { ...config, [name]: value }, diagnostics)).length > 0;
          if (whole === undefined || !isRefused(whole)) return;
          for (const value of known[name] ?? [])
            expect([name, value, isRefused(value)]).toEqual([name, value, true]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function knownOptions(attribute: Attribute): readonly Value[] {
  return [...(isRequired(attribute) ? [] : [null]), ...knownValues(attribute.parts.shape)];
}

function optionsOf(attributes: Attributes, options: (attribute: Attribute) => readonly Value[]) {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isConfigured(attribute))
      .map(([name, attribute]) => [name, options(attribute)] as const),
  );
}

function configOf(
  attributes: Attributes,
  options: (attribute: Attribute) => readonly Value[],
): fc.Arbitrary<ObjectValue> {
  const computed = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
  const members = Object.entries(optionsOf(attributes, options)).map(
    ([name, values]) => [name, fc.constantFrom(...values)] as const,
  );
  return fc.record(Object.fromEntries(members)).map((config) => ({ ...computed, ...config }));
}

function validate({ validate }: Configurable, config: ObjectValue, diagnostics: Diagnostics): void {
  validate?.({ config: config as never, diagnostics });
}
