import { field, sentFields, wireFields } from "../../../src/provider/managed/wire";
import { string } from "../../../src/terraform/schema/shapes";

const attributes = {
  id: string().computed("SID."),
  name: string().required("Name.").annotate(field("name")),
  groups: string()
    .optional("Groups.")
    .annotate(field("group", { movable: true })),
  args: string()
    .optional("Args.")
    .annotate(field("args", { onlyCreated: true })),
};

describe("the fields of attributes", () => {
  it("are those with a note, under the service's names", () => {
    expect(sentFields(attributes).map(({ name, field, movable }) => [name, field, movable])).toEqual([
      ["name", "name", undefined],
      ["groups", "group", true],
      ["args", "args", undefined],
    ]);
  });

  it("do not include those that only creates send, in responses, and are found once for all objects", () => {
    expect(wireFields(attributes).map(({ name }) => name)).toEqual(["name", "groups"]);
    expect(wireFields(attributes)).toBe(wireFields(attributes));
  });
});
