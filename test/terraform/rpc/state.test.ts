import { describeWith, itWith } from "../../real-core";
import { planJson } from "../../shown-json";
import { type FixtureWorkspace, fixtureWorkspace, NO_CHANGES, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

let workspace: FixtureWorkspace;
beforeEach(async () => {
  workspace = await fixtureWorkspace();
});

const thing = 'resource "test_thing" "one" { name = "one" }';

describe("a state", () => {
  it("that was written before an attribute was added has an empty plan", async () => {
    await workspace.apply(thing);
    workspace.editState("test_thing.one", ({ attributes }) => {
      for (const added of ["label", "aliases", "steps", "members", "password_wo"]) delete attributes[added];
    });
    expect(await workspace.plan(thing)).toMatchObject({ code: NO_CHANGES });
  });

  it("with a removed attribute has an empty plan", async () => {
    await workspace.apply(thing);
    workspace.editState("test_thing.one", ({ attributes }) => {
      attributes.gone = { for: ["good"] };
    });
    expect(await workspace.plan(thing)).toMatchObject({ code: NO_CHANGES });
  });

  itWith("moves between resource types")("does not move to a resource of another type", async () => {
    await workspace.apply('resource "test_everything" "one" { name = "one" }');
    const moved = `
      resource "test_thing" "one" { name = "one" }
      moved {
        from = test_everything.one
        to   = test_thing.one
      }`;
    const { stderr } = await workspace.plan(moved);
    // Terraform sees that the provider accepts no moves, OpenTofu asks it.
    expect(stderr.replace(/[│\s]+/g, " ")).toMatch(
      /does not support moved operations|test_thing does not accept a test_everything/,
    );
  });
});

describeWith("removed blocks with lifecycle")("an existing object", () => {
  const body = `
    name      = "one"
    label     = "a label"
    mode      = "slow"
    steps     = ["walk"]
`;
  beforeEach(async () => {
    await workspace.apply(`resource "test_thing" "one" {${body}}
`);
    await workspace.apply("removed {\n from = test_thing.one\n lifecycle { destroy = false }\n}");
  });
  const block = 'import {\n to = test_thing.one\n id = "id-of-one"\n}\n';

  it("is imported, and then has an empty plan", async () => {
    const configuration = `resource "test_thing" "one" {${body}}
`;
    await workspace.apply(configuration + block);
    expect(await workspace.plan(configuration)).toMatchObject({ code: NO_CHANGES });
  });

  itWith("generated configuration of hosts")(
    "is imported into a generated configuration that plans no change",
    async () => {
      // Terraform 1.16 needs the provider's name where it generates the resource.
      await workspace.configure(block.replace(/\}\n$/, " provider = test\n}\n"));
      const generated = await workspace.run("plan", "-generate-config-out=generated.tf");
      expect(generated.stderr).toBe("");
      await workspace.configure(block);
      const { resource_changes: changes = [] } = await planJson(workspace);
      expect(changes).toMatchObject([{ address: "test_thing.one", change: { actions: ["no-op"] } }]);
    },
  );
});
