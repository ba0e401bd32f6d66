import type { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Handlers } from "./grpc/service";

export type { Call } from "./grpc/service";

type Methods = ProviderDefinition["methods"];

/** The RPCs of `tfplugin6.Provider`, named as the generated service names them. */
export type Rpc = keyof Methods;

/** The request message of an RPC. */
export type RequestOf<Name extends Rpc> = ReturnType<Methods[Name]["requestType"]["decode"]>;

/** The response message of an RPC, or one event of its stream. */
export type ResponseOf<Name extends Rpc> = ReturnType<Methods[Name]["responseType"]["decode"]>;

/** The RPCs that return a stream of events. */
export type StreamingRpc = {
  [Name in Rpc]: Methods[Name]["responseStream"] extends true ? Name : never;
}[Rpc];

/** The RPCs that return one message. */
export type UnaryRpc = Exclude<Rpc, StreamingRpc>;

/**
 * One function per RPC, which converts errors to diagnostics. An omitted RPC returns UNIMPLEMENTED, which shows Terraform
 * what the provider does not support.
 */
export type ProviderHandlers = Handlers<ProviderDefinition>;
