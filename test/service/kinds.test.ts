import { referencesTo } from "../../src/service/fields";
import { kindNames } from "../../src/service/kinds";

describe("the names of all kinds", () => {
  it.each(kindNames)("have the kinds that refer to a %s before it, which are deleted first", (kind) => {
    const later = kindNames.slice(kindNames.indexOf(kind));
    expect(referencesTo(kind).filter(({ from }) => later.includes(from))).toEqual([]);
  });
});
