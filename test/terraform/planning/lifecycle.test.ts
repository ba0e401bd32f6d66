import { planJson } from "../../shown-json";
import { type FixtureWorkspace, fixtureWorkspace, NO_CHANGES, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

const everything = (text: string) => `
resource "test_everything" "one" {
  name   = "one"
  text   = "${text}"
  number = 9007199254740991
  flag   = false
  list   = ["b", "a", "b"]
  set    = ["b", "a"]
  map    = { small = 1, fraction = 0.1, tiny = 1e-30, exponent = 1e3, low = -9007199254740991 }
  matrix = [[1, 2], [], [-2.5]]
  secret = "hidden"
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

  it("has the configured values, the defaults, and the values that the provider computes", () => {
    expect(workspace.attributes("test_everything.one")).toMatchObject({
      id: "id-of-one",
      number: 9007199254740991,
      map: { small: 1, fraction: 0.1, tiny: 1e-30, exponent: 1000, low: -9007199254740991 },
      matrix: [[1, 2], [], [-2.5]],
      presets: { colour: "red" },
      members: [{ id: "member-of-one", host: "one" }],
    });
  });

  it("shows changed values in an update, and keeps the others", async () => {
    await workspace.configure(everything("later"));
    const { resource_changes: changes = [] } = await planJson(workspace);
    expect(changes[0]?.change).toMatchObject({
      actions: ["update"],
      after: { id: "id-of-one", text: "later", presets: { colour: "red" } },
      after_unknown: { revision: true, members: true },
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
  matrix = [[length(terraform_data.any.id)]]
}
output "starts" { value = startswith(test_everything.one.name, "pre-") }
`;
  let workspace: FixtureWorkspace;
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
  });

  it("are planned as unknown, with the refinements of a template's string", async () => {
    await workspace.configure(unknowns);
    const { resource_changes: changes = [], output_changes: outputs = {} } = await planJson(workspace);
    const change = changes.find(({ type }) => type === "test_everything")?.change;
    expect(change?.after_unknown).toMatchObject({
      name: true,
      text: true,
      list: [false, true],
      matrix: [[true]],
    });
    expect(outputs.starts).toMatchObject({ after: true });
  });

  it("are applied with their final values, and then have an empty plan", async () => {
    await workspace.apply(unknowns);
    expect(await workspace.plan(unknowns)).toMatchObject({ code: NO_CHANGES });
    expect(workspace.attributes("test_everything.one").name).toMatch(/^pre-[0-9a-f-]{36}$/);
  });
});
