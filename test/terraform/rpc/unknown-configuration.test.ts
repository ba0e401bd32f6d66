import { planJson } from "../../shown-json";
import { fixtureWorkspace, NO_CHANGES, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

describe("a provider whose configuration is known only after apply", () => {
  it("plans, applies when it is known, and then has an empty plan", async () => {
    const workspace = await fixtureWorkspace();
    const configuration = `
      resource "terraform_data" "store" { input = "${workspace.folder}/objects" }
      provider "test" { store = terraform_data.store.output }
      resource "test_thing" "one" { name = "one" }`;
    await workspace.apply(configuration);
    expect(workspace.attributes("test_thing.one")).toMatchObject({ id: "id-of-one" });
    expect(await workspace.plan(configuration)).toMatchObject({ code: NO_CHANGES });
  });

  it("keeps the state, with a warning", async () => {
    const workspace = await fixtureWorkspace();
    const store = (input: string) => `
      resource "terraform_data" "store" { input = "${workspace.folder}/${input}" }
      provider "test" { store = terraform_data.store.output }
      resource "test_thing" "one" { name = "one" }`;
    await workspace.apply(store("objects"));
    await workspace.configure(store("others"));
    const { resource_changes: changes = [], resource_drift: drift = [] } = await planJson(workspace);
    expect(drift).toEqual([]);
    expect(changes.find(({ type }) => type === "test_thing")?.change.actions).toEqual(["no-op"]);
    expect((await workspace.run("plan")).stdout).toContain("Refresh skipped");
  });
});
