import { planJson } from "../../shown-json";
import { type FixtureWorkspace, fixtureWorkspace, NO_CHANGES, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

const thing = (body: string) => `resource "test_thing" "one" {\nname = "one"\n${body}\n}\n`;

describe("another spelling of the same", () => {
  let workspace: FixtureWorkspace;
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
    await workspace.apply(thing('spelled = "Word"\naliases = ["One", "Two"]'));
  });

  it("plans nothing", async () => {
    expect(await workspace.plan(thing('spelled = "WORD"\naliases = ["One", "Two"]'))).toMatchObject({
      code: NO_CHANGES,
    });
  });

  it("plans no change within a set, in any order", async () => {
    expect(await workspace.plan(thing('spelled = "Word"\naliases = ["two", "one"]'))).toMatchObject({
      code: NO_CHANGES,
    });
  });

  it("is not applied with another change", async () => {
    await workspace.apply(thing('label = "new"\nspelled = "word"\naliases = ["one", "two"]'));
    expect(workspace.attributes("test_thing.one")).toMatchObject({
      spelled: "Word",
      aliases: ["One", "Two"],
    });
  });

  it("in a set with a new element is planned as configured", async () => {
    const aliases = 'label = "new"\nspelled = "Word"\naliases = ["one", "two", "three"]';
    await workspace.apply(thing(aliases));
    expect(workspace.attributes("test_thing.one").aliases).toEqual(["one", "three", "two"]);
    expect(await workspace.plan(thing(aliases))).toMatchObject({ code: NO_CHANGES });
  });

  it("that is known only after apply causes no change", async () => {
    const later =
      'label = "new"\nspelled = upper(terraform_data.word.output)\naliases = ["one", "two", "three"]';
    const word = 'resource "terraform_data" "word" { input = "word" }';
    await workspace.apply(thing(later) + word);
    expect(workspace.attributes("test_thing.one")).toMatchObject({ spelled: "Word" });
  });
});

describe("write-only values", () => {
  let workspace: FixtureWorkspace;
  const locked = (password: string, version: number) =>
    thing(`password_wo = "${password}"\npassword_wo_version = ${version}`);
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
    await workspace.apply(locked("open sesame", 1));
  });

  it("reach a create", () => {
    expect(workspace.log()).toEqual(["create one: password open sesame, notes 0"]);
  });

  it("change nothing by themselves", async () => {
    expect(await workspace.plan(locked("abracadabra", 1))).toMatchObject({ code: NO_CHANGES });
  });

  it("reach an update when the version changes, which sees what the plan noted", async () => {
    await workspace.apply(locked("abracadabra", 2));
    expect(workspace.log().at(-1)).toBe("update one: password abracadabra, planned true");
  });

  it("are in no state and in no plan", async () => {
    await workspace.configure(locked("hocus pocus", 3));
    expect(JSON.stringify((await planJson(workspace)).resource_changes)).not.toContain("hocus");
    expect(workspace.stateText()).not.toMatch(/sesame|abracadabra/);
  });
});
