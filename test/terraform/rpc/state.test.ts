import { describeWith, itWith, realCore } from "../../real-core";
import { type FixtureWorkspace, fixtureWorkspace, NO_CHANGES, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

let workspace: FixtureWorkspace;
beforeEach(async () => {
  workspace = await fixtureWorkspace();
});

const versioned =
  'resource "test_versioned" "one" {\nname = "one"\nserial = 12345678901234567890\nremark = "REMARK"\n}';
const thing = 'resource "test_thing" "one" { name = "one" }';

describe("a state", () => {
  it("that was written before an attribute was added has an empty plan", async () => {
    await workspace.apply(thing);
    workspace.editState("test_thing.one", ({ attributes }) => {
      for (const added of ["label", "aliases", "endpoints", "network", "password_wo"])
        delete attributes[added];
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

  it.each([
    ["two versions", 0, { title: "one", number: "NUMBER" }, "from version 0"],
    ["one version", 1, { id: "id-of-one", name: "one", serial: "NUMBER" }, "from version 1"],
  ])("that is %s old is upgraded, numbers to the last digit", async (_name, version, attributes, remark) => {
    const configuration = versioned.replace("REMARK", remark);
    await workspace.apply(configuration);
    workspace.editState("test_versioned.one", (instance) => {
      instance.schema_version = version;
      instance.attributes = attributes;
    });
    await workspace.write(
      "terraform.tfstate",
      workspace.stateText().replace('"NUMBER"', "12345678901234567890"),
    );
    expect(await workspace.plan(configuration, "-refresh=false")).toMatchObject({ code: NO_CHANGES });
  });

  itWith("moves between resource types")("moves to a resource of another type that accepts it", async () => {
    await workspace.apply(thing);
    const moved = `
      resource "test_versioned" "one" {
        name   = "one"
        serial = 1
      }
      moved {
        from = test_thing.one
        to   = test_versioned.one
      }`;
    await workspace.configure(moved);
    const { resource_changes: changes = [] } = await workspace.planJson("-refresh=false");
    expect(changes).toMatchObject([{ address: "test_versioned.one", change: { actions: ["no-op"] } }]);
  });

  itWith("moves between resource types")("does not move to a resource that does not accept it", async () => {
    await workspace.apply('resource "test_everything" "one" { name = "one" }');
    const moved = `
      resource "test_versioned" "one" { name = "one" }
      moved {
        from = test_everything.one
        to   = test_versioned.one
      }`;
    const { stderr } = await workspace.plan(moved);
    const { program, minor, registry } = realCore();
    // OpenTofu 1.10 and 1.11 send only the first word of the type.
    const provider = program === "OpenTofu" && minor < 12 ? "test" : `${registry}/fixture/test`;
    expect(stderr.replace(/[│\s]+/g, " ")).toContain(
      `test_versioned does not accept a test_everything of ${provider}.`,
    );
  });
});

describeWith("removed blocks with lifecycle")("an existing object", () => {
  const body = `
    name      = "one"
    label     = "a label"
    mode      = "slow"
    endpoints = [{ host = "a" }]
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
      const { resource_changes: changes = [] } = await workspace.planJson();
      expect(changes).toMatchObject([{ address: "test_thing.one", change: { actions: ["no-op"] } }]);
    },
  );
});
