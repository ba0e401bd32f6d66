import type { Resource } from "../../../src/terraform/definition/definition";
import { type Provider, provider } from "../../../src/terraform/definition/provider";
import type { Diagnostic, DynamicValue } from "../../../src/terraform/protocol/generated/tfplugin6";
import { createHandlers } from "../../../src/terraform/rpc/handlers";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { objectType } from "../../../src/terraform/schema/implied-type";
import type { RequestOf, ResponseOf, Rpc } from "../../../src/terraform/serve/handlers";
import { createLogger } from "../../../src/terraform/serve/log";
import { decodeMsgpack, encodeMsgpack } from "../../../src/terraform/values/msgpack";
import { type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";
import type { Value } from "../../../src/terraform/values/value";

/** Calls an RPC. Other fields of the request are optional. */
export type Caller = <Name extends Rpc>(
  rpc: Name,
  request: Partial<RequestOf<Name>>,
  signal?: AbortSignal,
) => Promise<ResponseOf<Name>>;

/** The handlers of a provider, called as Terraform would, without a process or a connection between. */
export function session(of: Provider): { readonly call: Caller; readonly log: string[] } {
  const log: string[] = [];
  const logger = createLogger({
    level: "error",
    stream: { write: (line) => log.push(line) },
    module: "test",
  });
  const handlers = createHandlers(of, logger);
  const call: Caller = async (rpc, request, signal = new AbortController().signal) => {
    const handler = handlers[rpc] as ((request: unknown, call: object) => Promise<never>) | undefined;
    if (handler === undefined) throw new Error(`There is no ${rpc}`);
    return handler(request, { signal });
  };
  return { call, log };
}

/** A provider of one resource, `test_one`, whose context is a text. */
export function providerOf(
  resource: Partial<Resource<Attributes, string>> & { attributes: Attributes },
): Provider {
  const nothing = async () => {
    throw new Error("this was not to be called");
  };
  const whole = {
    description: "",
    create: nothing,
    read: nothing,
    update: nothing,
    delete: nothing,
    ...resource,
  };
  return provider({
    description: "",
    attributes: {},
    configure: async () => "a context",
    resources: { test_one: whole as Resource<Attributes, string> },
    dataSources: {},
    ephemeralResources: {},
    functions: {},
  });
}

/** Encodes an object of a schema, or null. Omitted attributes are null. */
export function sent(attributes: Attributes, given: ObjectValue | null): DynamicValue {
  const value = given && objectValue(Object.keys(attributes).map((name) => [name, given[name] ?? null]));
  return { msgpack: encodeMsgpack(objectType(attributes), value), json: new Uint8Array() };
}

/** An object of a schema as it was answered. */
export function received(attributes: Attributes, answer: DynamicValue | undefined): Value {
  return decodeMsgpack(objectType(attributes), answer?.msgpack ?? new Uint8Array());
}

/** Diagnostics in short: where they are, and what they say. */
export function reported(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => {
    const path = (attribute?.steps ?? []).map(({ selector }) => selector?.value).join("/");
    return `${severity === 1 ? "error" : "warning"} at ${path}: ${summary}: ${detail}`;
  });
}
