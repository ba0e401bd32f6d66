import { type FixtureWorkspace, fixtureWorkspace, NO_CHANGES, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

const BIG = "12345678901234567890123";
const LONG = "0.1234567890123456789012345678901234567891";

const everything = (text: string) => `
resource "test_everything" "one" {
  name     = "one"
  text     = "${text}"
  number   = ${BIG}
  flag     = false
  list     = ["b", "a", "b"]
  set      = ["b", "a"]
  map      = { small = 1, long = ${LONG}, big = -${BIG} }
  matrix   = [[1, 2], [], [9007199254740993]]
  anything = { of = ["several", 1, true], none = null }
  secret   = "hidden"
  single = {
    label = "single"
    parts = [{ label = "first" }, { label = "second", size = 2.5 }]
  }
  items   = [{ label = "a" }, { label = "b", size = 5, remark = "${text}" }]
  choices = [{ label = "a" }, { label = "a", size = 2 }, { label = "b", remark = "${text}" }]
  by_name = { x = { label = "a" }, y = { label = "b", size = 7 } }
}
`;

describe("a resource with every shape", () => {
  let workspace: FixtureWorkspace;
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
    await workspace.apply(everything("at first"));
  });

  it("has an empty plan after it was created", async () => {
    const { code, stdout } = await workspace.plan(everything("at first"));
    expect({ code, stdout }).toMatchObject({ code: NO_CHANGES });
  });

  it("has the defaults of nested objects, and the values that the provider computes for each", () => {
    expect(workspace.attributes("test_everything.one")).toMatchObject({
      id: "id-of-one",
      single: { id: "id-of-single", size: 1, parts: [{ id: "id-of-first", size: 1 }, { size: 2.5 }] },
      items: [
        { label: "a", size: 1, id: "id-of-a" },
        { label: "b", size: 5, id: "id-of-b" },
      ],
      by_name: { x: { size: 1, id: "id-of-a" }, y: { size: 7, id: "id-of-b" } },
      presets: [{ label: "preset", size: 3, id: "id-of-preset" }],
    });
  });

  it("has elements of a set that differ only in an attribute with a default", () => {
    const { choices } = workspace.attributes("test_everything.one") as {
      choices: { label: string; size: number }[];
    };
    expect(choices.map(({ label, size }) => [label, size]).sort()).toEqual([
      ["a", 1],
      ["a", 2],
      ["b", 1],
    ]);
  });

  it("keeps integers beyond 2^53 and decimals of 40 digits to the last one", () => {
    const state = workspace.stateText();
    for (const number of [`"number": ${BIG}`, `"big": -${BIG}`, `"long": ${LONG}`, "9007199254740993"]) {
      expect(state).toContain(number);
    }
  });

  it("shows changed values in an update, and keeps the others", async () => {
    await workspace.configure(everything("later"));
    const { resource_changes: changes = [] } = await workspace.planJson();
    expect(changes[0]?.change).toMatchObject({
      actions: ["update"],
      after: {
        id: "id-of-one",
        text: "later",
        items: [{ id: "id-of-a" }, { id: "id-of-b", remark: "later" }],
        presets: [{ label: "preset", size: 3, id: "id-of-preset" }],
      },
      after_unknown: { revision: true, items: [{}, {}], choices: [{}, {}, { id: true }], presets: [{}] },
    });
  });

  it("has an empty plan after an update", async () => {
    await workspace.apply(everything("later"));
    expect(await workspace.plan(everything("later"))).toMatchObject({ code: NO_CHANGES });
    expect(workspace.attributes("test_everything.one")).toMatchObject({ text: "later", revision: 2 });
  });

  it("has an empty plan after all optional attributes are removed", async () => {
    const bare = 'resource "test_everything" "one" { name = "one" }';
    await workspace.apply(bare);
    expect(await workspace.plan(bare)).toMatchObject({ code: NO_CHANGES });
  });
});

describe("values that are known only after apply", () => {
  const unknowns = `
resource "terraform_data" "any" { input = "x" }
resource "test_everything" "one" {
  name   = "pre-\${terraform_data.any.id}"
  text   = terraform_data.any.id
  list   = ["a", terraform_data.any.id]
  set    = ["a", terraform_data.any.id]
  map    = { (terraform_data.any.output) = 1 }
  number = length(terraform_data.any.id)
  anything = { id = terraform_data.any.id }
  single = { label = "single", remark = terraform_data.any.id }
  choices = [{ label = terraform_data.any.id }, { label = "known", remark = terraform_data.any.id }]
  by_name = { a = { label = terraform_data.any.id } }
}
output "starts" { value = startswith(test_everything.one.name, "pre-") }
`;
  let workspace: FixtureWorkspace;
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
  });

  it("are planned as unknown, with the refinements of a template's string", async () => {
    await workspace.configure(unknowns);
    const { resource_changes: changes = [], output_changes: outputs = {} } = await workspace.planJson();
    const change = changes.find(({ type }) => type === "test_everything")?.change;
    expect(change?.after_unknown).toMatchObject({
      name: true,
      text: true,
      list: [false, true],
      anything: { id: true },
    });
    expect(outputs.starts).toMatchObject({ after: true });
  });

  it("are applied with their final values, and then have an empty plan", async () => {
    await workspace.apply(unknowns);
    expect(await workspace.plan(unknowns)).toMatchObject({ code: NO_CHANGES });
    expect(workspace.attributes("test_everything.one").name).toMatch(/^pre-[0-9a-f-]{36}$/);
  });
});
