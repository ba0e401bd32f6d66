import type { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call } from "./grpc/service";

export type { Call } from "./grpc/service";

type Methods = ProviderDefinition["methods"];

/** The RPCs of `tfplugin6.Provider`, named as the generated service names them. */
export type Rpc = keyof Methods;

/** What an RPC is asked. */
export type RequestOf<Name extends Rpc> = ReturnType<Methods[Name]["requestType"]["decode"]>;

/** What an RPC answers. */
export type ResponseOf<Name extends Rpc> = ReturnType<Methods[Name]["responseType"]["decode"]>;

/**
 * One plain function per RPC. An RPC that is left out is answered with UNIMPLEMENTED, by which Terraform tells what a
 * provider does not have.
 *
 * A handler turns errors into diagnostics itself. What it throws is a fault of the handler: the call fails with
 * INTERNAL and the error's message, and the plugin goes on.
 */
export type ProviderHandlers = {
  readonly [Name in Rpc]?: (request: RequestOf<Name>, call: Call) => Promise<ResponseOf<Name>>;
};
