import type { Field } from "../../src/service/field";
import { fields, references, referencesTo, requiredReferences } from "../../src/service/fields";
import { kindNames } from "../../src/service/kinds";

describe("the names of all kinds", () => {
  it.each(kindNames)("have the kinds that refer to a %s before it, which are deleted first", (kind) => {
    const later = kindNames.slice(kindNames.indexOf(kind));
    expect(referencesTo(kind).filter(({ from }) => later.includes(from))).toEqual([]);
  });
});

it("objects refer to others, and require all of them except the sources of a profile", () => {
  const groups = { contact_group: "contact_group" };
  expect(references).toEqual({
    host: { profile: "monitoring_profile", ...groups },
    monitoring_profile: { entries: "source" },
    source: {},
    certificate_monitor: { profile: "certificate_profile", ...groups },
    certificate_profile: {},
    contact: groups,
    contact_group: {},
  });
  expect(requiredReferences("host")).toEqual(Object.entries(references.host));
  expect(requiredReferences("monitoring_profile")).toEqual([]);
});

it("the plan of an account fixes only how often hosts are checked, and a write only moves default flags", () => {
  const namesWith = (flag: "isFixedByPlan" | "isMovable") =>
    kindNames.flatMap((kind) =>
      Object.entries<Field>(fields[kind]).flatMap(([name, field]) =>
        field[flag] ? [`${kind}.${name}`] : [],
      ),
    );
  expect(namesWith("isFixedByPlan")).toEqual(["monitoring_profile.frequency"]);
  expect(namesWith("isMovable")).toEqual([
    "monitoring_profile.is_default",
    "certificate_profile.is_default",
    "contact_group.is_default",
  ]);
});
