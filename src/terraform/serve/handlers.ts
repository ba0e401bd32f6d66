import type { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call } from "./grpc/service";

export type { Call } from "./grpc/service";

type Methods = ProviderDefinition["methods"];

/** The RPCs of `tfplugin6.Provider`, named as the generated service names them. */
export type Rpc = keyof Methods;

/** What an RPC is asked. */
export type RequestOf<Name extends Rpc> = ReturnType<Methods[Name]["requestType"]["decode"]>;

/** What an RPC answers: its message, or one event of its stream. */
export type ResponseOf<Name extends Rpc> = ReturnType<Methods[Name]["responseType"]["decode"]>;

/** The RPCs that answer with a stream of events. */
export type StreamingRpc = {
  [Name in Rpc]: Methods[Name]["responseStream"] extends true ? Name : never;
}[Rpc];

/** The RPCs that answer with one message. */
export type UnaryRpc = Exclude<Rpc, StreamingRpc>;

/**
 * One plain function per RPC. An RPC that is left out is answered with UNIMPLEMENTED, by which Terraform tells what a
 * provider does not have.
 *
 * A handler turns errors into diagnostics itself. What it throws is a fault of the handler: the call fails with
 * INTERNAL and the error's message, and the plugin goes on.
 *
 * A streaming RPC is an async generator of its events. The next event is asked for when Terraform has taken the last
 * one; after a request to stop, at once. A generator ends itself when `call.signal` aborts: nothing more is sent then.
 */
export type ProviderHandlers = {
  readonly [Name in Rpc]?: (
    request: RequestOf<Name>,
    call: Call,
  ) => Name extends StreamingRpc ? AsyncIterable<ResponseOf<Name>> : Promise<ResponseOf<Name>>;
};
