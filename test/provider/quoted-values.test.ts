import { functions } from "../../src/provider/functions";
import { Diagnostics } from "../../src/terraform/diagnostics";
import type { Shape } from "../../src/terraform/schema/attribute";
import { validateConfig, validateShape } from "../../src/terraform/schema/validation";
import { objectValue } from "../../src/terraform/values/object-value";
import type { Type } from "../../src/terraform/values/type";
import type { Value } from "../../src/terraform/values/value";
import { configurables, everyAttribute } from "./configurables";

// A provider does not learn from Terraform which values are sensitive, so any of them may be.
const marker = "s3cr3t";
const texts = [marker, `${marker}, ${marker}`, ` ${marker}`, `${marker}!`.repeat(50), `HT${marker}`];
const number = 918_273_645;
const abilities = { writeOnly: true };

/** Values of a type that hold a marker in each part. */
function marked(type: Type): readonly Value[] {
  if (type.kind === "string") return [...texts, `${marker} ü.example`, `https://${marker}@x y`];
  if (type.kind === "number") return [number, -number, number + 0.5];
  if (type.kind === "map")
    return [objectValue([...marked(type.element), null].map((one, i) => [marker + i, one]))];
  if (type.kind === "set" || type.kind === "list")
    return [[...marked(type.element), null], marked(type.element)];
  return [];
}

function expectNoMarker(check: (diagnostics: Diagnostics) => void): number {
  const diagnostics = new Diagnostics();
  check(diagnostics);
  for (const { summary, detail } of diagnostics.list)
    expect(`${summary}: ${detail}`).not.toMatch(new RegExp(`${marker}|${number}`));
  return diagnostics.list.length;
}

const refusals = (shape: Shape) =>
  marked(shape.parts.type).map((value) =>
    expectNoMarker((diagnostics) =>
      validateShape(shape, value, diagnostics, abilities, [{ attribute: "attribute" }]),
    ),
  );

describe("a message of validation", () => {
  it("quotes no value of any attribute", () => {
    const settable = everyAttribute().filter(([, { parts }]) => parts.presence !== "computed");
    const found = settable.flatMap(([, { parts }]) => refusals(parts.shape));
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(100);
  });

  it.each(configurables())("of %s quotes no value in a rule over several attributes", (_, each) => {
    const config = objectValue(
      Object.entries(each.attributes).map(([name, { type }]) => [name, marked(type)[0] ?? null]),
    );
    expectNoMarker((diagnostics) => {
      validateConfig(each.attributes, config, diagnostics, abilities);
      each.validate?.({ config: config as never, diagnostics });
    });
  });

  it.each(Object.entries(functions))("of the function %s quotes no argument", (_, { call, parameters }) => {
    for (const text of texts) {
      try {
        call(...parameters.map(() => text));
      } catch (thrown) {
        expect(String(thrown)).not.toContain(marker);
      }
    }
  });
});
