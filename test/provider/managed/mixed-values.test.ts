import * as fc from "fast-check";
import { type ApiObject, reportedValues } from "../../../src/provider/managed/api-fields";
import { mergeValues } from "../../../src/provider/managed/mixed-values";
import { field } from "../../../src/provider/managed/wire";
import { bool, set, string } from "../../../src/terraform/schema/shapes";

const attributes = {
  id: string().computed("SID."),
  host: string().required("Address.").replacesOnChange().annotate(field("host")),
  name: string().required("Name.").annotate(field("name")),
  tags: set(string()).optional("Tags.").annotate(field("tags")),
  paused: bool().default(false, "Whether it is paused."),
};
const state = { id: "HT1", host: "192.0.2.8/30", name: "x", tags: ["a", "b"], paused: false };

const merged = (objects: readonly ApiObject[], own: typeof state | undefined = state, isRest = false) =>
  mergeValues(attributes, objects, own, isRest);

const same = { host: "192.0.2.8", name: "x", tags: ["b", "a"], status: "active" };
const other = { host: "192.0.2.9", name: "y", tags: ["a", "b"], status: "PAUSED" };

it("the value of one member is not that of its resource, at any position", async () => {
  for (const objects of [
    [
      { ...same, id: "HT1" },
      { ...other, id: "HT2" },
      { ...same, id: "HT3" },
    ],
    [
      { ...other, id: "HT2" },
      { ...same, id: "HT1" },
    ],
  ])
    expect(await merged(objects)).toMatchObject({
      shared: { name: "x", paused: false },
      odd: { HT2: { name: "y", paused: true } },
    });
});

it("the value that all members share is that of their resource", async () => {
  const objects = ["HT1", "HT2"].map((id) => ({ ...other, id }));
  expect(await merged(objects)).toMatchObject({ shared: { name: "y", paused: true }, odd: {} });
});

it("the only member that is left speaks for no other", async () => {
  const { shared, odd } = await merged([{ ...other, id: "HT2" }], state, true);
  expect(shared).toMatchObject({ name: "x", paused: false });
  expect(odd).toEqual({ HT2: { name: "y", paused: true } });
});

it("objects that no resource has managed have the most frequent values", async () => {
  const objects = [
    { ...other, id: "HT1" },
    { ...same, id: "HT2" },
    { ...same, id: "HT3" },
  ];
  const { shared, odd } = await mergeValues(attributes, objects);
  expect(shared).toMatchObject({ name: "x", paused: false });
  expect(Object.keys(odd)).toEqual(["HT1"]);
});

it("objects that no resource has managed, and that are all different, have the values of the first", async () => {
  const objects = ["x", "y", "z"].map((name) => ({ id: name, name }));
  const { shared, odd } = await mergeValues(attributes, objects);
  expect([shared.name, odd]).toEqual(["x", { y: { name: "y" }, z: { name: "z" } }]);
});

it("attributes that no object returns are left out", async () => {
  expect(Object.keys((await merged([{ id: "HT1", name: "x" }, { id: "HT2" }])).shared)).toEqual(["name"]);
});

it("each object has the merged value, or its own is noted", async () => {
  const objectsOf = fc.array(
    fc.record({ name: fc.constantFrom("x", "y", "z"), status: fc.constantFrom("active", "paused") }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(objectsOf, async (objects) => {
      const all = objects.map((object, index) => ({ ...object, id: `HT${index}` }));
      const { shared, odd } = await merged(all);
      for (const object of all)
        expect({ ...shared, ...odd[object.id] }).toEqual(reportedValues(attributes, object));
      const isShared = new Set(objects.map(({ name }) => name)).size === 1;
      expect(shared.name).toBe(isShared ? objects[0]?.name : state.name);
    }),
  );
});
