import { describeWith } from "../../real-core";
import { planJson } from "../../shown-json";
import { type FixtureWorkspace, fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

let workspace: FixtureWorkspace;
beforeAll(async () => {
  workspace = await fixtureWorkspace();
});

describeWith("provider functions")("a function", () => {
  it.each([
    ["takes texts", 'joined("-", ["a", "b", "c"])', '"a-b-c"'],
    ["takes and returns numbers", "successor(9007199254740990)", "9007199254740991"],
    ["takes lists", 'paces("steps", ["walk", "run"])', '"2 steps"'],
  ])("%s", async (_name, call, result) => {
    const { stdout } = await workspace.plan(`output "value" { value = provider::test::${call} }`);
    expect(stdout).toContain(`+ value = ${result}`);
  });

  it("is unknown if an argument has an unknown part, without being called", async () => {
    await workspace.configure(`
      resource "terraform_data" "any" {}
      output "value" { value = provider::test::paces("steps", ["walk", terraform_data.any.id]) }`);
    const { output_changes: outputs } = await planJson(workspace);
    expect(outputs?.value).toMatchObject({ after_unknown: true });
  });

  it.each([
    [
      "it cannot take, with its place",
      'joined("-", [])',
      /Invalid value for "texts" parameter: there is nothing to join\./,
    ],
    [
      "that fails a check within",
      'paces("steps", ["walk", "fly"])',
      /Invalid value for "paces" parameter: paces\[1\] must be one of walk, run\./,
    ],
    [
      "that is null where it may not be",
      'joined("-", null)',
      /Invalid value for "texts" parameter: argument must not be null\./,
    ],
    [
      "that is a number beyond those of JavaScript",
      "successor(9007199254740992)",
      /Invalid value for "number" parameter: a number from -9007199254740991 to 9007199254740991 is required\./,
    ],
  ])("refuses an argument %s", async (_name, call, message) => {
    const { stderr } = await workspace.plan(`output "value" { value = provider::test::${call} }`);
    expect(stderr.replace(/[│\s]+/g, " ")).toMatch(message);
  });

  it("that throws fails the call, and nothing else", async () => {
    const { stderr } = await workspace.plan('output "value" { value = provider::test::broken() }');
    expect(stderr.replace(/[│\s]+/g, " ")).toContain(
      'Call to function "provider::test::broken" failed: the function broke.',
    );
  });
});
