import { describeWith } from "../../real-core";
import { type FixtureWorkspace, fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

let workspace: FixtureWorkspace;
beforeEach(async () => {
  workspace = await fixtureWorkspace();
});

const withToken = (body: string) => `
ephemeral "test_token" "one" {
${body}
}
resource "test_thing" "one" {
  name                = "one"
  password_wo         = ephemeral.test_token.one.token
  password_wo_version = 1
}
`;

describeWith("write-only attributes")("an ephemeral resource", () => {
  it("is opened before its use, and its result is not in state", async () => {
    await workspace.apply(withToken('name = "me"'));
    expect(workspace.log().slice(-2)).toEqual(["open me", "create one: password token of me, notes 0"]);
    expect(workspace.stateText()).not.toContain("token of me");
  });

  it("that fails to open is reported, and not used", async () => {
    await workspace.configure(withToken('name = "broken"'));
    const { code, stderr } = await workspace.run("apply", "-auto-approve");
    expect(stderr.replace(/\s+/g, " ")).toContain("the opening broke");
    expect(code).toBe(1);
    expect(workspace.log()).toEqual([]);
  });
});
