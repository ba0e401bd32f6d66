import { startEmulator } from "../../src/emulator/emulator";
import { createHandlers } from "../../src/terraform/rpc/handlers";
import { string } from "../../src/terraform/schema/shapes";
import { createLogger } from "../../src/terraform/serve/log";
import { providerOf } from "../terraform/rpc/session";
import { type Configuration, ref } from "./configuration";
import { Core } from "./core";
import { type Kill, RblmonitorPlugin } from "./rblmonitor";
import { attributesAt } from "./state";

const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required("").replacesOnChange(),
  other: string().optional(""),
};
const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });

/** A core with a provider that writes down what it does, and what goes wrong by name. */
function recorded(fails: (name: string) => string | undefined = () => undefined) {
  const calls: string[] = [];
  const write = async (word: string, { plan }: { plan: object }) => {
    const { name, other } = plan as { name: string; other: string | null };
    calls.push(`${word} ${name}`);
    const failure = fails(name);
    if (failure === "error") throw new Error("the service failed");
    return { id: `id of ${name}`, name: failure ?? name, other };
  };
  const provider = providerOf({
    attributes,
    create: (call) => write("create", call),
    update: (call) => write("update", call),
    read: async ({ state }) => state,
    delete: async ({ prior }) => void calls.push(`delete ${(prior as unknown as { name: string }).name}`),
  });
  const start = () => ({ handlers: createHandlers(provider, silent), close: async () => undefined });
  return { core: new Core({ start }), calls };
}

const chain = (first: string, second: string, createBeforeDestroy = false): Configuration => ({
  resources: {
    "test_one.second": { config: { name: second, other: ref("test_one.first") } },
    "test_one.first": { config: { name: first }, createBeforeDestroy },
  },
});

describe("the driver's order", () => {
  it("creates what is depended on first, and destroys it last", async () => {
    const { core, calls } = recorded();
    await core.apply(chain("a", "b"));
    await core.destroy(chain("a", "b"));
    expect(calls).toEqual(["create a", "create b", "delete b", "delete a"]);
    expect(core.state).toEqual({});
  });

  it.each([
    [false, ["delete a", "create c", "update b"]],
    [true, ["create c", "update b", "delete a"]],
  ])("replaces, created before destroyed: %s", async (createBeforeDestroy, expected) => {
    const { core, calls } = recorded();
    await core.apply(chain("a", "b", createBeforeDestroy));
    calls.length = 0;
    const { plan } = await core.apply(chain("c", "b", createBeforeDestroy));
    expect(calls).toEqual(expected);
    expect(plan?.actions).toEqual({
      "test_one.first": createBeforeDestroy ? "create,delete" : "delete,create",
      "test_one.second": "update",
    });
    expect(attributesAt(core.state, "test_one.second").other).toBe("id of c");
  });
});

describe("a failed create", () => {
  it("leaves what depends on it undone", async () => {
    const { core, calls } = recorded((name) => (name === "a" ? "error" : undefined));
    expect((await core.apply(chain("a", "b"))).hasFailed).toBe(true);
    expect(calls).toEqual(["create a"]);
    expect(core.state).toEqual({});
  });

  it("that returns another value than planned is refused, and the object is tainted", async () => {
    const { core } = recorded((name) => (name === "a" ? "A" : undefined));
    const { diagnostics } = await core.apply(chain("a", "b"));
    expect(diagnostics).toEqual([
      expect.objectContaining({
        summary: "Provider produced inconsistent result after apply",
        detail: '.name: was "a", now "A"',
      }),
    ]);
    expect(core.state["test_one.first"]?.current?.status).toBe("tainted");
    expect((await core.plan(chain("a", "b"))).actions["test_one.first"]).toBe("delete,create");
  });

  it("of a replacement restores the object that was to be destroyed after it", async () => {
    const { core } = recorded((name) => (name === "c" ? "error" : undefined));
    await core.apply(chain("a", "b", true));
    await core.apply(chain("c", "b", true));
    expect(attributesAt(core.state, "test_one.first").name).toBe("a");
    expect(core.state["test_one.first"]?.deposed).toEqual({});
  });
});

describe("a kill", () => {
  it.each<[of: Kill["of"], summaries: readonly string[]]>([
    ["plugin", ["Plugin did not respond"]],
    ["core", []],
    ["both", []],
  ])("of the %s after a create was carried out leaves an object that no state has", async (of, summaries) => {
    const service = await startEmulator({ limits: "off" });
    const plugin = new RblmonitorPlugin(service);
    const core = new Core({ start: plugin.start });
    // The plan reads the list, and so does the apply.
    plugin.arm({ of, atRequest: 3, isCarriedOut: true });
    const configuration = { resources: { "rblmonitor_contact_group.one": { config: { name: "One" } } } };
    const { diagnostics } = await core.apply(configuration);
    expect(diagnostics.map(({ summary }) => summary)).toEqual(summaries);
    expect(service.account.objects("contact_group").map(({ name }) => name)).toEqual(["Default", "One"]);
    expect(core.state).toEqual({});
    await plugin.close();
    await service.close();
  });
});
