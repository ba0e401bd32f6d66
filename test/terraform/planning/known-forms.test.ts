import { keepSemanticallyEqual } from "../../../src/terraform/planning/plan-change";
import { set, string } from "../../../src/terraform/schema/shapes";

const attributes = {
  needed: set(string()).required("Needed."),
  tags: set(string()).optional("Tags."),
  note: string().optional("Note."),
  chosen: set(string()).optionalComputed("Chosen."),
};
const known = { needed: ["a"], tags: null, note: null, chosen: null };

describe("a reported value that is empty", () => {
  it.each([
    ["of an optional set is null, as in the state", "tags", [], null, null],
    ["of an optional set is empty, as in the state", "tags", null, [], []],
    ["of an optional text is null, as in the state", "note", "", null, null],
    ["of an optional text is empty, as in the state", "note", null, "", ""],
    ["of a required set after an import is not null, which no user can have written", "needed", [], null, []],
    ["of a required set is empty, as in the state", "needed", [], [], []],
    ["where the provider may decide is not null", "chosen", [], null, []],
    ["differs from a value", "note", "", "x", ""],
  ])("%s", (_, name, reported, inState, expected) => {
    const kept = keepSemanticallyEqual(
      attributes,
      { ...known, [name]: reported },
      { ...known, [name]: inState },
    );
    expect(kept[name]).toEqual(expected);
  });
});
