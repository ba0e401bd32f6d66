import { type FixtureWorkspace, fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

const faulty = (failsIn: string, label = "a label", name = "one") => `
resource "test_faulty" "one" {
  name     = "${name}"
  label    = "${label}"
  fails_in = ${failsIn === "" ? "null" : JSON.stringify(failsIn)}
}
`;

/** What terraform printed, without the frame around diagnostics. */
const plain = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
  `${stdout}\n${stderr}`.replace(/[│╷╵]/g, "").replace(/\s+/g, " ");

const CRASHED = /plugin (?:did not respond|crashed)|panic|Request cancelled/i;

describe("a resource that throws", () => {
  let workspace: FixtureWorkspace;
  beforeEach(async () => {
    workspace = await fixtureWorkspace();
  });

  const applied = async (configuration: string, ...args: string[]) => {
    await workspace.configure(configuration);
    const run = await workspace.run("apply", "-auto-approve", ...args);
    expect(plain(run)).not.toMatch(CRASHED);
    expect(run.code).toBe(1);
    return plain(run);
  };
  const tainted = () => JSON.parse(workspace.stateText()).resources[0]?.instances[0]?.status === "tainted";

  it("in its plan fails with its message", async () => {
    expect(await applied(faulty("plan"))).toContain("It failed to plan test_faulty.");
  });

  it("in its creation leaves nothing in state", async () => {
    // A plugin that crashes ends a process of its own here, and everywhere else fails the test.
    workspace = await fixtureWorkspace({ isStarted: true });
    expect(await applied(faulty("create"))).toContain("the create broke");
    expect(JSON.parse(workspace.stateText()).resources).toEqual([]);
  });

  it("in its creation after it kept what is there leaves that in state, to be replaced", async () => {
    const reported = await applied(faulty("create after keep"));
    expect(reported).toMatch(/Half of it is done.*label += "a label".*The other half is not\./);
    expect(workspace.attributes("test_faulty.one")).toMatchObject({
      id: "kept",
      label: "a label",
      zone: null,
    });
    expect(tainted()).toBe(true);
  });

  it("in its creation by a value of the wrong type keeps all other values", async () => {
    expect(await applied(faulty("create by a value of no type"))).toMatch(
      /an invalid value for zone.*: a string is required/,
    );
    expect(workspace.attributes("test_faulty.one")).toMatchObject({ id: "id-of-one", zone: null });
  });

  it("leaving a value open keeps all other values", async () => {
    expect(await applied(faulty("create by leaving a value open"))).toContain("left values unknown");
    expect(workspace.attributes("test_faulty.one")).toMatchObject({ label: "a label", id: null, zone: null });
  });

  it("in its update leaves the state as it was", async () => {
    await workspace.apply(faulty(""));
    expect(await applied(faulty("update", "another label"))).toContain("the update broke");
    expect(workspace.attributes("test_faulty.one")).toMatchObject({ label: "a label", fails_in: null });
    expect(tainted()).toBe(false);
  });

  it("in its update after it kept what is done leaves that in state", async () => {
    await workspace.apply(faulty(""));
    await applied(faulty("update after keep", "another label"));
    expect(workspace.attributes("test_faulty.one")).toMatchObject({ label: "another label", fails_in: null });
  });

  it("in reading leaves the state as it was, and fails the plan", async () => {
    await workspace.apply(faulty("read"));
    const run = await workspace.run("plan");
    expect(plain(run)).toContain("the read broke");
    expect(run.code).toBe(1);
    expect(workspace.attributes("test_faulty.one")).toMatchObject({ id: "id-of-one" });
  });

  it("in its deletion, or the plan of that, leaves the object in state", async () => {
    await workspace.apply(faulty("delete"));
    expect(await applied(faulty("delete"), "-destroy")).toContain("the delete broke");
    await workspace.apply(faulty("plan destroy"));
    expect(await applied(faulty("plan destroy"), "-destroy")).toContain("the plan destroy broke");
    expect(workspace.attributes("test_faulty.one")).toMatchObject({ id: "id-of-one" });
  });

  it("in its import fails that", async () => {
    await workspace.configure(faulty(""));
    const run = await workspace.run("import", "test_faulty.one", "x");
    expect(plain(run)).toContain("the import of x broke");
  });

  it("in a data source fails at the attribute", async () => {
    expect(await applied('data "test_lookup" "one" { name = "nowhere" }')).toMatch(
      /Nowhere to be found.*name = "nowhere".*There is no such place\./,
    );
  });
});
