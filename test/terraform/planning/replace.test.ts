import { planJson } from "../../shown-json";
import { type FixtureWorkspace, fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

const thing = (body: string, more = "") => `resource "test_thing" "one" {\n${body}\n}\n${more}`;

describe("a change", () => {
  let workspace: FixtureWorkspace;
  const before = `
    name    = "one"
    label   = "a label"
    steps   = ["walk"]`;
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
    await workspace.apply(thing(before));
  });

  const planned = async (configuration: string) => {
    await workspace.configure(configuration);
    const { resource_changes: changes = [] } = await planJson(workspace);
    return changes.find(({ type }) => type === "test_thing")?.change;
  };

  it("of an attribute that is marked so replaces the object", async () => {
    const change = await planned(thing(before.replace('"one"', '"two"')));
    expect(change).toMatchObject({ actions: ["delete", "create"], replace_paths: [["name"]] });
  });

  it("of any other attribute updates the object in place", async () => {
    expect(await planned(thing(before.replace("walk", "run")))).toMatchObject({ actions: ["update"] });
  });

  it("leaves an optional computed attribute that is not set out of the question of replacing", async () => {
    const change = await planned(thing(before.replace("a label", "another label")));
    expect(change).toMatchObject({ actions: ["update"], after_unknown: { zone: true } });
  });

  it("keeps the values that the schema keeps, including their parts", async () => {
    const change = await planned(thing(before.replace("a label", "another label")));
    expect(change?.after).toMatchObject({ id: "id-of-one", members: [{ id: "member-of-one", host: "one" }] });
  });

  it("that sets an optional computed attribute which is marked so replaces the object", async () => {
    const change = await planned(thing(`${before}\nzone = "south"`));
    expect(change).toMatchObject({ actions: ["delete", "create"], replace_paths: [["zone"]] });
  });

  it("that the resource's plan function requests forces replacement", async () => {
    const change = await planned(thing(before.replace("a label", "another one")));
    expect(change).toMatchObject({ actions: ["delete", "create"], replace_paths: [["label"]] });
  });

  it("to an unknown value forces replacement", async () => {
    const other = 'resource "terraform_data" "any" {}';
    const change = await planned(thing(before.replace('"one"', "terraform_data.any.id"), other));
    expect(change).toMatchObject({ actions: ["delete", "create"], replace_paths: [["name"]] });
  });

  it("that forces replacement does not pass on private state, which the deletion of the old object receives", async () => {
    await workspace.apply(thing(before.replace('"one"', '"two"')));
    expect(workspace.log().slice(-2)).toEqual([
      "delete one: written 1",
      "create two: password null, notes 0",
    ]);
  });
});

it("plans a destroy, with the resource's warning", async () => {
  const workspace = await fixtureWorkspace();
  await workspace.apply(thing('name = "one"'));
  const { code, stdout } = await workspace.run("plan", "-destroy");
  expect(stdout).toContain("one will be missed.");
  expect(code).toBe(0);
});
