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
    expect(JSON.stringify((await workspace.planJson()).resource_changes)).not.toContain("hocus");
    expect(workspace.stateText()).not.toMatch(/sesame|abracadabra/);
  });
});

describe("a set of objects", () => {
  let workspace: FixtureWorkspace;
  const leading = (endpoints: string) => thing(`endpoints = [${endpoints}]`);
  const planned = async (endpoints: string) => {
    await workspace.configure(leading(endpoints));
    return (await workspace.planJson()).resource_changes?.[0]?.change;
  };
  beforeAll(async () => {
    workspace = await fixtureWorkspace();
    await workspace.apply(leading('{ host = "a" }, { host = "a", port = 81 }, { host = "b", port = 82 }'));
  });

  it("has the default where nothing is configured, and the configured value elsewhere", () => {
    const endpoints = workspace.attributes("test_thing.one").endpoints as { host: string; port: number }[];
    expect(endpoints.map(({ host, port }) => `${host}:${port}`).sort()).toEqual(["a:80", "a:81", "b:82"]);
  });

  it("is planned empty in another order, and with a default that is spelled out", async () => {
    const same = leading('{ host = "b", port = 82 }, { host = "a", port = 80 }, { host = "a", port = 81 }');
    expect(await workspace.plan(same)).toMatchObject({ code: NO_CHANGES });
  });

  it("loses an element without a change to the others, except in computed values", async () => {
    const change = await planned('{ host = "a" }, { host = "b", port = 82 }');
    expect(change?.actions).toEqual(["update"]);
    expect(change?.after?.endpoints).toEqual([
      { host: "a", port: 80 },
      { host: "b", port: 82 },
    ]);
  });
});
