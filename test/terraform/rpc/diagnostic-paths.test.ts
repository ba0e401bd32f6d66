import { list, map, nestedList, set, string } from "../../../src/terraform/schema/shapes";
import type { Path } from "../../../src/terraform/values/path";
import { providerOf, reported, sent, session } from "./session";

describe("the path of a diagnostic", () => {
  const placed = {
    list: list(string()).optional(""),
    map: map(string()).optional(""),
    set: set(string()).optional(""),
    rows: nestedList({ cell: string().computed("") }).computed(""),
  };

  it.each<[string, Path, string]>([
    [
      "names attributes, positions and keys",
      [{ attribute: "rows" }, { index: 1 }, { attribute: "cell" }],
      "rows/1/cell",
    ],
    ["names positions in lists", [{ attribute: "list" }, { index: 3 }], "list/3"],
    ["names keys of maps", [{ attribute: "map" }, { key: "a" }], "map/a"],
    ["ends at a set", [{ attribute: "set" }, { index: 0 }], "set"],
    [
      "ends before an attribute that is not in the schema",
      [{ attribute: "rows" }, { index: 1 }, { attribute: "nothing" }],
      "rows/1",
    ],
    ["ends at a step of the wrong kind", [{ attribute: "list" }, { key: "a" }], "list"],
    ["is empty if its first attribute is not in the schema", [{ attribute: "nothing" }], ""],
  ])("%s", async (_name, path, place) => {
    const { call } = session(
      providerOf({ attributes: placed, validate: ({ diagnostics }) => diagnostics.error("S", "D", path) }),
    );
    const { diagnostics } = await call("validateResourceConfig", {
      typeName: "test_one",
      config: sent(placed, {}),
    });
    expect(reported(diagnostics)).toEqual([`error at ${place}: S: D`]);
    if (place === "") expect(diagnostics[0]?.attribute).toBeUndefined();
  });
});
