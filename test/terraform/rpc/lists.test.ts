import type { Identity, ListCall, ListItem, ResourceIdentity } from "../../../src/terraform";
import { listResource, type Resource } from "../../../src/terraform/definition/definition";
import type { Provider } from "../../../src/terraform/definition/provider";
import { DiagnosticError } from "../../../src/terraform/diagnostics";
import type { ListResource_Event } from "../../../src/terraform/protocol/generated/tfplugin6";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { oneOf, string } from "../../../src/terraform/schema/shapes";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { unknown } from "../../../src/terraform/values/value";
import { type Caller, providerOf, received, reported, sent, session } from "./session";

const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  secret_wo: string().optional("").sensitive().writeOnly(),
};
const identityAttributes = { id: string().required("The key.") };
const identity: ResourceIdentity<typeof attributes, string> = {
  attributes: identityAttributes,
  of: ({ state }) => ({ id: state.id ?? null }),
};
const arguments_ = {
  prefix: oneOf(["p", "q"]).optional(""),
};
const typeName = "test_one";

type List = (call: ListCall<Attributes, unknown>) => AsyncIterable<ListItem>;

const item = (id: string): ListItem => ({ identity: { id }, displayName: `object ${id}` });

/** A provider with that list, and a resource that reads whatever it is given. */
function listing(list: List, resource: Partial<Resource<Attributes, string>> = {}): Provider {
  const provider = providerOf({
    attributes,
    identity: identity as never,
    import: async ({ identity: of }) => ({ id: of?.id ?? null }) as never,
    read: async ({ state }) => ({ ...state, name: `name of ${state.id}`, secret_wo: "hunter2" }) as never,
    ...resource,
  });
  const listed = listResource<typeof arguments_, unknown>({
    description: "Things.",
    attributes: arguments_,
    list: list as never,
  });
  return { ...provider, listResources: { [typeName]: listed } };
}

/** A caller of the provider's RPCs, which is configured. */
async function configured(provider: Provider): Promise<Caller> {
  const { call } = session(provider);
  await call("configureProvider", {});
  return call;
}

interface Asked {
  readonly config?: ObjectValue | null;
  readonly limit?: number;
  readonly object?: boolean;
  readonly signal?: AbortSignal;
}

/** The events of a listing, as they come. */
async function open(
  call: Caller,
  { config = {}, limit = 100, object = false, signal }: Asked = {},
): Promise<AsyncIterator<ListResource_Event>> {
  const request = {
    typeName,
    config: sent(arguments_, config),
    limit,
    includeResourceObject: object,
  };
  const events = (await call(
    "listResource",
    request,
    signal,
  )) as unknown as AsyncIterable<ListResource_Event>;
  return events[Symbol.asyncIterator]();
}

/** A summary of all events: the id and name of each object, or the warning. */
async function eventsOf(call: Caller, asked: Asked = {}): Promise<unknown[]> {
  const iterator = await open(call, asked);
  const all: unknown[] = [];
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return all;
    if (value.identity === undefined) all.push(...reported(value.diagnostic));
    else all.push(`${idOf(value)}: ${value.displayName}`);
  }
}

function idOf({ identity: of }: ListResource_Event): unknown {
  return (received(identityAttributes, of?.identityData) as Identity).id;
}

describe("a list resource", () => {
  it("is in the schema, under the name of its resource", async () => {
    const { call } = session(listing(async function* () {}));
    const { listResourceSchemas } = await call("getProviderSchema", {});
    expect(listResourceSchemas[typeName]?.block?.attributes.map(({ name }) => name)).toEqual(["prefix"]);
  });

  it("is validated without a configured provider, with unknown values, and without a block", async () => {
    const { call } = session(listing(async function* () {}));
    const check = async (config: ObjectValue | null) =>
      reported(
        (await call("validateListResourceConfig", { typeName, config: sent(arguments_, config) }))
          .diagnostics,
      );
    expect(await check({ prefix: unknown })).toEqual([]);
    expect(await check(null)).toEqual([]);
    expect(await check({ prefix: "" })).toEqual([expect.stringContaining("error at prefix: ")]);
  });

  it("that is unknown is an error", async () => {
    const { call } = session(providerOf({ attributes }));
    expect(await eventsOf(call)).toEqual([expect.stringContaining("error at : Unknown list resource")]);
    const { diagnostics } = await call("validateListResourceConfig", { typeName });
    expect(reported(diagnostics)).toEqual([expect.stringContaining("Unknown list resource")]);
  });
});

describe("a listing", () => {
  it("streams identities and names, each on one line that nothing in it can break", async () => {
    const call = await configured(
      listing(async function* () {
        yield item("1");
        yield { identity: { id: "2" }, displayName: "red \u001b[31m\r\nline\u2028two" };
      }),
    );
    expect(await eventsOf(call)).toEqual(["1: object 1", "2: red \\u{1b}[31m line two"]);
  });

  it("is given its arguments, nulls without a block or with null", async () => {
    const configs: unknown[] = [];
    const call = await configured(
      listing(async function* ({ config }) {
        configs.push(config);
        yield* [];
      }),
    );
    await eventsOf(call, { config: { prefix: "p" } });
    await eventsOf(call, { config: null });
    await eventsOf(call);
    expect(configs).toEqual([{ prefix: "p" }, { prefix: null }, { prefix: null }]);
  });

  it("refuses arguments that are unknown, and a provider whose configuration is", async () => {
    const list = listing(async function* () {
      yield item("1");
    });
    expect(await eventsOf(await configured(list), { config: { prefix: unknown } })).toEqual([
      expect.stringContaining("error at : Unknown list arguments"),
    ]);
    expect(await eventsOf(session(list).call)).toEqual([
      expect.stringMatching(/^error at : Provider configuration unknown: The provider cannot list test_one/),
    ]);
  });

  it("stops at the limit, and requests nothing for a limit of 0", async () => {
    const made: string[] = [];
    const ended: string[] = [];
    const call = await configured(
      listing(async function* ({ limit, signal }) {
        signal.addEventListener("abort", () => ended.push("aborted"));
        try {
          for (let n = 1; ; n += 1) {
            made.push(`${n} of ${limit}`);
            yield item(String(n));
          }
        } finally {
          ended.push("returned");
        }
      }),
    );
    expect(await eventsOf(call, { limit: 2 })).toEqual(["1: object 1", "2: object 2"]);
    await new Promise(setImmediate);
    expect([made, ended]).toEqual([["1 of 2", "2 of 2"], expect.arrayContaining(["aborted", "returned"])]);
    expect(await eventsOf(call, { limit: 0 })).toEqual([]);
    expect(made).toHaveLength(2);
  });

  it("that fails before its first object is an error, with the words of the failure", async () => {
    const call = await configured(
      // biome-ignore lint/correctness/useYield: it fails before.
      listing(async function* () {
        throw new DiagnosticError("Forbidden", "Not yours.");
      }),
    );
    expect(await eventsOf(call)).toEqual(["error at : Forbidden: Not yours."]);
  });

  it("that fails midway keeps its objects: the failure is a warning", async () => {
    const call = await configured(
      listing(async function* ({ diagnostics }) {
        yield item("1");
        diagnostics.warning("Half", "Some of it.", [{ attribute: "prefix" }]);
        yield item("2");
        throw new DiagnosticError("Forbidden", "Not yours.");
      }),
    );
    expect(await eventsOf(call)).toEqual([
      "1: object 1",
      "warning at prefix: Half: Some of it.",
      "2: object 2",
      "warning at : Forbidden: Not yours.",
    ]);
  });
});

describe("the objects of a listing", () => {
  const two: List = async function* () {
    yield item("1");
    yield item("2");
  };

  it("are the result of an import and a refresh, without write-only values", async () => {
    const call = await configured(listing(two));
    const iterator = await open(call, { object: true });
    const { value } = await iterator.next();
    expect(received(attributes, value.resourceObject)).toEqual({
      id: "1",
      name: "name of 1",
      secret_wo: null,
    });
    const imported = await call("importResourceState", { typeName, identity: value.identity });
    const [{ state, private: notes } = { state: undefined, private: new Uint8Array() }] =
      imported.importedResources;
    const read = await call("readResource", { typeName, currentState: state, private: notes });
    expect(value.resourceObject).toEqual(read.newState);
    expect(value.identity).toEqual(read.newIdentity);
  });

  it("are omitted unless requested", async () => {
    const iterator = await open(await configured(listing(two)));
    expect((await iterator.next()).value.resourceObject).toBeUndefined();
  });

  it.each([
    ["cannot be read", { read: async () => Promise.reject(new DiagnosticError("Gone wrong", "Why.")) }],
    ["cannot be imported", { import: async () => Promise.reject(new DiagnosticError("Gone wrong", "Why.")) }],
  ])("are left out with a warning where one %s, even the first", async (_name, failing) => {
    const readable = listing(two).resources[typeName] as Resource<Attributes, string>;
    const only = (id: unknown, good: () => unknown, bad: () => unknown) => (id === "1" ? bad() : good());
    const call = await configured(
      listing(two, {
        import: async (given) =>
          only(
            given.identity?.id,
            () => readable.import?.(given),
            () => ("import" in failing ? failing.import() : readable.import?.(given)),
          ) as never,
        read: async (given) =>
          only(
            given.state.id,
            () => readable.read(given),
            () => ("read" in failing ? failing.read() : readable.read(given)),
          ) as never,
      }),
    );
    expect(await eventsOf(call, { object: true })).toEqual([
      "warning at : Gone wrong: While reading object 1: Why.",
      "2: object 2",
    ]);
  });

  it("are left out where they are gone by then", async () => {
    const call = await configured(listing(two, { read: async () => null }));
    expect(await eventsOf(call, { object: true })).toEqual([]);
  });
});

describe("a cancelled list", () => {
  /** A list whose second object never comes. */
  const hanging: List = async function* () {
    yield item("1");
    await new Promise(() => {});
  };

  it("ends immediately when the call is cancelled", async () => {
    const cancelled = new AbortController();
    const iterator = await open(await configured(listing(hanging)), { signal: cancelled.signal });
    await iterator.next();
    const next = iterator.next();
    cancelled.abort();
    expect(await next).toMatchObject({ done: true });
  });

  const interrupted = (value: ListResource_Event) => {
    expect(value.identity).toBeUndefined();
    expect(reported(value.diagnostic)).toEqual([
      "warning at : Incomplete list: Terraform was interrupted before the provider could list test_one completely.",
    ]);
  };

  it("ends immediately with a warning when Terraform asks to stop, because Terraform keeps the stream open", async () => {
    const call = await configured(listing(hanging));
    const iterator = await open(call);
    await iterator.next();
    const next = iterator.next();
    await call("stopProvider", {});
    interrupted((await next).value);
    expect(await iterator.next()).toMatchObject({ done: true });
    expect(await eventsOf(call)).toEqual([expect.stringContaining("Incomplete list")]);
  });

  it("reports no failure that comes of the stop", async () => {
    const call = await configured(
      listing(async function* ({ signal }) {
        yield item("1");
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      }),
    );
    const iterator = await open(call);
    await iterator.next();
    const next = iterator.next();
    await call("stopProvider", {});
    interrupted((await next).value);
    expect(await iterator.next()).toMatchObject({ done: true });
  });

  it("that is already complete has no warning", async () => {
    const call = await configured(
      listing(async function* () {
        yield item("1");
        yield item("2");
      }),
    );
    const iterator = await open(call, { limit: 1 });
    await iterator.next();
    await call("stopProvider", {});
    expect(await iterator.next()).toMatchObject({ done: true });
  });
});
