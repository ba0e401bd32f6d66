import fc from "fast-check";
import { wireFields } from "../../src/provider/managed/wire";
import { managedResources } from "../../src/provider/resources";
import { fieldOf } from "../../src/service/fields";
import { kindNames } from "../../src/service/kinds";
import { bodyProblems } from "../../src/service/requests";
import { Diagnostics } from "../../src/terraform/diagnostics";
import { normalize } from "../../src/terraform/planning/plan-change";
import type { Attribute } from "../../src/terraform/schema/attribute";
import { validateShape } from "../../src/terraform/schema/validation";
import type { Value } from "../../src/terraform/values/value";
import { knownValues } from "./sample-values";

const attributes = kindNames.flatMap((kind) =>
  wireFields(managedResources[`rblmonitor_${kind}`].attributes).map(
    ({ field, attribute }) => [`${kind}.${field}`, kind, field, attribute] as const,
  ),
);

/** Texts that resemble values, and others. */
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "A",
    "a.b",
    "192.0.2.1",
    "HT",
    "\ud83d",
    " x",
    "a,b",
    "bl.example.net..",
    "BL.Example.net.",
  ),
  fc.stringMatching(/^(HT|RP|RB|CP|CG)[0-9a-fA-F]{31,33}$/),
);

function valuesOf({ type, parts }: Attribute): fc.Arbitrary<Value> {
  const known = fc.constantFrom(...knownValues(parts.shape));
  if (type.kind === "string") return fc.oneof(known, texts);
  if (type.kind === "set" && type.element.kind === "string") return fc.oneof(known, fc.array(texts));
  if (type.kind === "set") return fc.oneof(known, fc.array(fc.oneof(fc.integer(), fc.double())));
  return known;
}

// A plan relies on it: an apply deletes a replaced object before it creates the new one.
it.each(attributes)("what the attribute of %s accepts, a request accepts", (_, kind, name, attribute) => {
  const field = fieldOf(kind, name);
  if (field === undefined) throw new Error("The field is not in the table.");
  fc.assert(
    fc.property(valuesOf(attribute), (value) => {
      const diagnostics = new Diagnostics();
      validateShape(attribute.parts.shape, value, diagnostics, { writeOnly: true }, [{ attribute: name }]);
      if (diagnostics.list.some(({ severity }) => severity === "error")) return;
      const body = { [name]: normalize(attribute.parts.shape, value) };
      expect(bodyProblems({ [name]: field }, "create", body)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
