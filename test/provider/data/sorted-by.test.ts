import * as fc from "fast-check";
import { sortedBy } from "../../../src/provider/data/observed";

const object = fc.record({
  host: fc.option(fc.constantFrom("a", "B", "b", "é", "")),
  id: fc.nat(99).map(String),
});

describe("the order of listed objects", () => {
  it("is the same whatever order the service gives", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(object, { selector: ({ id }) => id }),
        fc.infiniteStream(fc.nat()),
        (objects, ranks) => {
          const shuffled = objects.map((one) => [ranks.next().value, one] as const).sort(([a], [b]) => a - b);
          expect(
            sortedBy(
              shuffled.map(([, one]) => one),
              "host",
              "id",
            ),
          ).toEqual(sortedBy(objects, "host", "id"));
        },
      ),
    );
  });

  it("goes by the first attribute, by code units, and then by the next; null comes first", () => {
    const objects = [
      { host: "b", id: "1" },
      { host: "a", id: "3" },
      { host: "B", id: "4" },
      { host: "a", id: "2" },
      { host: null, id: "5" },
    ];
    expect(sortedBy(objects, "host", "id").map(({ id }) => id)).toEqual(["5", "4", "2", "3", "1"]);
  });
});
