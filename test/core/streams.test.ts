import { createHandlers } from "../../src/terraform/rpc/handlers";
import { protocolSchema } from "../../src/terraform/rpc/protocol-forms";
import { string } from "../../src/terraform/schema/shapes";
import type { ProviderHandlers } from "../../src/terraform/serve/handlers";
import { createLogger } from "../../src/terraform/serve/log";
import { encodeMsgpack } from "../../src/terraform/values/msgpack";
import type { ObjectValue } from "../../src/terraform/values/object-value";
import { types } from "../../src/terraform/values/type";
import { providerOf } from "../terraform/rpc/session";
import { Core } from "./core";
import { coreVersions, versionsThatCall } from "./version";

const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  token: string().optional("").sensitive(),
};
const objectType = types.object({ id: types.string, name: types.string, token: types.string });
const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
const message = (type: typeof objectType, value: ObjectValue | null) => ({
  msgpack: encodeMsgpack(type, value),
  json: new Uint8Array(),
});
const identified = (id: string) => ({ identityData: message(types.object({ id: types.string }), { id }) });
const found = (id: string, more: object = {}) => ({
  ...{ identity: identified(id), displayName: `Object ${id}`, diagnostic: [] },
  ...more,
});
const object = (id: string) => ({ resourceObject: message(objectType, { id, name: id, token: "t" }) });
const diagnostic = (severity: 1 | 2) => [{ severity, summary: "Look", detail: "" }];
const progress = (text: string) => ({ type: { $case: "progress", value: { message: text } } });
const completed = (diagnostics: object[] = []) => ({ type: { $case: "completed", value: { diagnostics } } });

/** A core with a provider whose list or action sends these events, and how many of them it sent. */
function streaming(events: readonly (object | Error)[], name: keyof typeof coreVersions = "Terraform 1.14") {
  const provider = providerOf({
    attributes,
    identity: {
      attributes: { id: string().required("The key.") },
      of: ({ state }: { state: { id?: string | null } }) => ({ id: state.id ?? null }),
    } as never,
  });
  const seen = { sent: 0, ended: 0, requests: [] as object[] };
  async function* stream(request: object, { signal }: { signal: AbortSignal }) {
    seen.requests.push(request);
    try {
      for (const event of events) {
        if (signal.aborted) return;
        if (event instanceof Error) throw event;
        seen.sent += 1;
        yield event;
      }
    } finally {
      seen.ended += 1;
    }
  }
  const start = () => {
    const handlers = createHandlers(provider, silent);
    const schema = protocolSchema({ description: "", attributes: { name: string().optional("") } });
    const valid = async () => ({ diagnostics: [] });
    return {
      handlers: {
        ...handlers,
        getProviderSchema: async (...call: Parameters<NonNullable<typeof handlers.getProviderSchema>>) => ({
          ...(await handlers.getProviderSchema?.(...call)),
          listResourceSchemas: { test_one: schema },
          actionSchemas: { test_do: { schema } },
        }),
        ...{ validateListResourceConfig: valid, validateActionConfig: valid, planAction: valid },
        ...{ listResource: stream, invokeAction: stream },
      } as unknown as ProviderHandlers,
      close: async () => undefined,
    };
  };
  return { core: new Core({ start, version: coreVersions[name] }), seen };
}

const nothing = { resources: {} };
const list = { type: "test_one" };
const action = { type: "test_do" };
const summaries = (done: { readonly diagnostics: readonly { readonly summary: string }[] }) =>
  done.diagnostics.map(({ summary }) => summary);

describe.each(versionsThatCall("listResource"))("a list under $name", ({ name }) => {
  const query = (events: readonly (object | Error)[], more: object = {}, options: object = {}) => {
    const { core, seen } = streaming(events, name as never);
    return core.query(nothing, { ...list, ...more }, options).then((done) => ({ ...done, seen }));
  };
  const three = [found("1"), found("2"), found("3")];

  it("is read to its end or its limit, and cancelled then", async () => {
    for (const [limit, read] of [
      [undefined, 3],
      [2, 2],
      [0, 0],
    ] as const) {
      const { found, diagnostics, seen } = await query(three, limit === undefined ? {} : { limit });
      expect({ found: found.length, diagnostics, sent: seen.sent }).toEqual({
        ...{ found: read, diagnostics: [], sent: read },
      });
      expect(seen.requests).toEqual(read === 0 ? [] : [expect.objectContaining({ limit: limit ?? 100 })]);
      expect(seen.ended).toBe(seen.requests.length);
    }
  });

  it("is lost with its first error, or when the stream breaks", async () => {
    const failing = await query([found("1"), { ...found("2"), diagnostic: diagnostic(1) }, found("3")]);
    expect([failing.found, failing.hasFailed, failing.seen.sent]).toEqual([[], true, 2]);
    const broken = await query([found("1"), new Error("broken")]);
    expect([broken.found, summaries(broken)]).toEqual([[], ["Plugin error"]]);
  });

  it("skips events without identity after a warning, and refuses them before", async () => {
    const warning = { displayName: "", diagnostic: diagnostic(2) };
    const bare = { displayName: "", diagnostic: [] };
    const warned = await query([found("1"), warning, bare, found("2")]);
    expect([warned.found.length, summaries(warned)]).toEqual([2, ["Look"]]);
    expect(summaries(await query([bare]))).toEqual(["Missing resource identity"]);
  });

  it("must have one line for each name, and no object without a request for it", async () => {
    for (const wrong of [found("1", { displayName: "a\nb" }), found("1", object("1"))])
      expect(summaries(await query([wrong]))).toEqual(["Provider produced invalid list result"]);
  });

  it("has objects on request, and needs them to generate configuration", async () => {
    const { found: objects } = await query([found("1", object("1"))], { includeResource: true });
    expect(objects[0]?.state).toEqual({ id: "1", name: "1", token: "t" });
    const { found: written } = await query([found("1", object("1"))], {}, { generates: true });
    // A sensitive value stays for the user.
    expect(written[0]?.config).toEqual({ name: "1" });
    expect((await query([found("1")], {}, { generates: true })).diagnostics).toEqual([
      expect.objectContaining({ detail: "Without an object, Terraform crashes." }),
    ]);
  });
});

describe.each(versionsThatCall("invokeAction"))("an action under $name", ({ name }) => {
  const invoke = (events: readonly (object | Error)[], block: object = action) => {
    const { core, seen } = streaming(events, name as never);
    return core.invoke(nothing, block as never).then((done) => ({ ...done, seen }));
  };

  it("reports its progress and then its completion", async () => {
    const { messages, hasFailed, seen } = await invoke([progress("one"), progress("two"), completed()]);
    expect({ messages, hasFailed }).toEqual({ messages: ["one", "two"], hasFailed: false });
    // Without a config block, what is sent is a null object.
    expect(seen.requests).toEqual([
      expect.objectContaining({ config: { msgpack: new Uint8Array([0xc0]), json: new Uint8Array() } }),
    ]);
  });

  it.each<[title: string, events: readonly (object | Error)[], summary: string]>([
    ["without a completion", [progress("one")], "Provider produced invalid action events"],
    ["with an event after it", [completed(), progress("one")], "Provider produced invalid action events"],
    ["with a second one", [completed(), completed()], "Provider produced invalid action events"],
    ["with an empty event", [{}], "Provider produced invalid action events"],
    [
      "with a message of two lines",
      [progress("a\nb"), completed()],
      "Provider produced invalid action events",
    ],
    ["that breaks", [new Error("broken")], "Plugin error"],
    ["with an error", [completed(diagnostic(1))], "Action failed"],
  ])("is refused %s", async (_title, events, summary) => {
    expect(summaries(await invoke(events))).toContain(summary);
  });

  it("must not report progress or success after a request to stop", async () => {
    for (const events of [
      [progress("one"), progress("two"), completed(diagnostic(1))],
      [progress("one"), completed()],
    ]) {
      const { core } = streaming(events, name as never);
      const done = await core.invoke(nothing, action, (_count, plugin) => plugin.stop());
      expect(summaries(done)).toContain("Provider produced invalid action events");
    }
    const { core } = streaming([progress("one"), completed(diagnostic(1))], name as never);
    const stopped = await core.invoke(nothing, action, (count, plugin) => {
      if (count === 1) return plugin.stop();
    });
    expect(summaries(stopped)).toEqual(["Look", "Action failed"]);
  });
});
