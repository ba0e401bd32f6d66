import { ProviderDefinition } from "../../../src/terraform/protocol/generated/tfplugin6";
import { createHandlers } from "../../../src/terraform/rpc/handlers";
import { number, string } from "../../../src/terraform/schema/shapes";
import type { Rpc } from "../../../src/terraform/serve/handlers";
import { createLogger } from "../../../src/terraform/serve/log";
import { providerOf, received, reported, sent, session } from "./session";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (data: Uint8Array | undefined) => new TextDecoder().decode(data);
const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  size: number().optional(""),
};

describe("the handlers", () => {
  it("implement the RPCs of the protocol, except for renewals and for terraform-plugin-mux", () => {
    const logger = createLogger({ level: "off", stream: { write: () => true }, module: "" });
    const handlers = createHandlers(providerOf({ attributes }), logger);
    const omitted = ["renewEphemeralResource", "getMetadata", "getFunctions"];
    const implemented = Object.keys(ProviderDefinition.methods).filter((rpc) => !omitted.includes(rpc));
    expect(Object.keys(handlers).sort()).toEqual(implemented.sort());
  });

  it.each<Rpc>([
    "validateResourceConfig",
    "upgradeResourceState",
    "readResource",
    "planResourceChange",
    "applyResourceChange",
    "importResourceState",
    "validateDataResourceConfig",
    "readDataSource",
    "validateEphemeralResourceConfig",
    "openEphemeralResource",
  ])("answer %s for an unknown type with a diagnostic", async (rpc) => {
    const { call } = session(providerOf({ attributes }));
    const response = await call(rpc, { typeName: "toString" } as never);
    const { diagnostics } = response as { diagnostics: Parameters<typeof reported>[0] };
    expect(reported(diagnostics)).toEqual([
      expect.stringMatching(/^error at : Unknown .*: This provider has no .* toString\.$/),
    ]);
    // What Terraform gets has every field: it can be written.
    expect(() => ProviderDefinition.methods[rpc].responseType.encode(response as never)).not.toThrow();
  });

  it("answer values that cannot be read with a diagnostic, and log what happened", async () => {
    const { call, log } = session(providerOf({ attributes }));
    const rubbish = { msgpack: Uint8Array.of(0xc1), json: new Uint8Array() };
    const { diagnostics } = await call("planResourceChange", { typeName: "test_one", priorState: rubbish });
    expect(reported(diagnostics)).toHaveLength(1);
    expect(log.join("")).toContain("answer planResourceChange");
  });

  it("report their capabilities in the schema", async () => {
    const { call } = session(providerOf({ attributes }));
    const schema = await call("getProviderSchema", {});
    expect(schema.serverCapabilities).toEqual({
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: false,
      generateResourceConfig: true,
    });
    expect(schema.providerMeta).toBeUndefined();
  });
});

describe("a provider that receives a stop request", () => {
  it("hears it by the signal that its configuration was given", async () => {
    const signals: AbortSignal[] = [];
    const { call } = session({
      ...providerOf({ attributes }),
      configure: async ({ stop }) => {
        signals.push(stop);
        return "a context";
      },
    });
    await call("configureProvider", { terraformVersion: "1.11.4" });
    expect(signals[0]?.aborted).toBe(false);
    expect(await call("stopProvider", {})).toEqual({ Error: "" });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe("the plan of a destruction", () => {
  it("is nothing, replaces nothing and keeps the notes", async () => {
    const { call } = session(providerOf({ attributes }));
    const response = await call("planResourceChange", {
      typeName: "test_one",
      priorState: sent(attributes, { id: "1", name: "n" }),
      proposedNewState: sent(attributes, null),
      priorPrivate: bytes('{"a":1}'),
    });
    expect(received(attributes, response.plannedState)).toBeNull();
    expect(response).toMatchObject({ requiresReplace: [], diagnostics: [] });
    expect(textOf(response.plannedPrivate)).toBe('{"a":1}');
  });
});

describe("the call of a resource", () => {
  it("hears by its signal that Terraform no longer waits", async () => {
    const seen: AbortSignal[] = [];
    const read = async ({ signal, state }: { signal: AbortSignal; state: object }) => {
      seen.push(signal);
      return state as never;
    };
    const { call } = session(providerOf({ attributes, read }));
    await call("configureProvider", {});
    const abort = new AbortController();
    await call(
      "readResource",
      { typeName: "test_one", currentState: sent(attributes, { name: "n" }) },
      abort.signal,
    );
    expect(seen).toEqual([abort.signal]);
  });
});

describe("a function", () => {
  it("that is unknown is an error of the call", async () => {
    const { call } = session(providerOf({ attributes }));
    expect(await call("callFunction", { name: "toString", arguments: [] })).toEqual({
      error: { text: expect.stringContaining("This provider has no function toString.") },
    });
  });
});
