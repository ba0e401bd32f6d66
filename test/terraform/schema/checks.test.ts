import { type FixtureWorkspace, fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

describe("an error in a configuration", () => {
  let workspace: FixtureWorkspace;
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
  });

  const reported = async (body: string, more = "") => {
    await workspace.configure(`resource "test_thing" "one" {\n  name = "one"\n${body}\n}\n${more}`);
    const { stdout } = await workspace.run("validate", "-json");
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { severity: string; summary: string; detail: string; snippet?: { code: string } }[];
    };
    return diagnostics
      .filter(({ summary }) => summary !== "Provider development overrides are in effect")
      .map(({ severity, detail, snippet }) => ({ severity, detail, line: snippet?.code.trim() }));
  };

  it("is nothing where nothing is wrong", async () => {
    expect(await reported('label = "fine"\nports = [80]')).toEqual([]);
  });

  it("is reported at the line of the attribute", async () => {
    expect(await reported('  mode = "late"')).toEqual([
      { severity: "error", detail: "mode must be one of fast, slow.", line: 'mode = "late"' },
    ]);
  });

  it("is reported at the set for an element", async () => {
    expect(await reported("  ports = [80, 65536, 1.5]")).toEqual([
      {
        severity: "error",
        detail: "ports (1 of 3 elements) must be a whole number.",
        line: "ports = [80, 65536, 1.5]",
      },
      {
        severity: "error",
        detail: "ports (1 of 3 elements) must be at most 65535.",
        line: "ports = [80, 65536, 1.5]",
      },
    ]);
  });

  it.each([
    [
      "that is too large for JavaScript",
      "9007199254740992",
      "a number from -9007199254740991 to 9007199254740991",
    ],
    ["with more digits than JavaScript has", "80.00000000000000000001", "a number of fewer digits"],
  ])("is reported for a number %s, at its attribute", async (_name, number, message) => {
    expect(await reported(`  password_wo_version = ${number}`)).toEqual([
      {
        severity: "error",
        detail: `password_wo_version: ${message} is required.`,
        line: `password_wo_version = ${number}`,
      },
    ]);
    expect(await reported(`  ports = [80, ${number}]`)).toEqual([
      { severity: "error", detail: `ports: ${message} is required.`, line: `ports = [80, ${number}]` },
    ]);
  });

  it("is reported at the element of a list", async () => {
    expect(await reported('  steps = ["walk", "fly"]')).toMatchObject([
      { detail: "steps[1] must be one of walk, run." },
    ]);
  });

  it("is reported by the resource's validate function if the attributes are valid", async () => {
    expect(await reported('  label = "no ports"\n  ports = [80]')).toEqual([
      { severity: "error", detail: "A thing without ports has none.", line: "ports = [80]" },
    ]);
  });

  it("is a warning for a deprecated attribute, with the advice", async () => {
    expect(await reported('  colour = "red"')).toEqual([
      { severity: "warning", detail: "Say it in `label` instead.", line: 'colour = "red"' },
    ]);
  });

  it("is not a warning for a deprecated attribute that may become null", async () => {
    expect(await reported("  colour = var.colour", 'variable "colour" { default = null }')).toEqual([]);
  });

  it("is not checked for unknown values, also in parts", async () => {
    const any = 'resource "terraform_data" "any" {}';
    expect(
      await reported("  mode = terraform_data.any.id\n  ports = [80, terraform_data.any.output]", any),
    ).toEqual([]);
  });

  it("may be an exception in a check, which is reported", async () => {
    await workspace.configure('resource "test_faulty" "one" {\n name = "one"\n fails_in = "validate"\n}');
    expect((await workspace.run("validate")).stderr.replace(/\s+│?\s*/g, " ")).toContain(
      "the validate broke",
    );
  });
});
