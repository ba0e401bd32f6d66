import type { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call } from "./grpc/service";

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
 * One function per RPC. An omitted RPC returns UNIMPLEMENTED, which shows Terraform what the provider does not support.
 *
 * A handler converts errors to diagnostics. If it throws, the call fails with INTERNAL and the error's message, and the
 * plugin continues.
 *
 * A streaming RPC is an async generator of events. The next event is requested when Terraform has read the last one, or
 * immediately after a request to stop. The generator must end when `call.signal` aborts: nothing is sent after that.
 */
export type ProviderHandlers = {
  readonly [Name in Rpc]?: (
    request: RequestOf<Name>,
    call: Call,
  ) => Name extends StreamingRpc ? AsyncIterable<ResponseOf<Name>> : Promise<ResponseOf<Name>>;
};
