import { Status } from "@grpc/grpc-js/build/src/constants";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js/build/src/server-call";
import type { ProviderServer, ProviderService } from "../protocol/generated/tfplugin6";
import type { Calls } from "./calls";
import type { Logger } from "./log";

/** The RPCs of `tfplugin6.Provider`, named as the generated service names them. */
export type Rpc = keyof ProviderService;

/** What an RPC is asked. */
export type RequestOf<Name extends Rpc> = ReturnType<ProviderService[Name]["requestDeserialize"]>;

/** What an RPC answers. */
export type ResponseOf<Name extends Rpc> = ReturnType<ProviderService[Name]["responseDeserialize"]>;

/** What a handler knows of its call besides the request. */
export interface Call {
  /** Aborts when the client cancels the call, or its connection ends. */
  readonly signal: AbortSignal;
}

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

type Handler = (request: unknown, call: Call) => Promise<unknown>;

/** The handlers as grpc-js wants them. */
export function providerServer(handlers: ProviderHandlers, calls: Calls, logger: Logger): ProviderServer {
  const rpcs = Object.entries(handlers).map(([rpc, handler]) => [
    rpc,
    unary(rpc, handler as Handler, calls, logger),
  ]);
  return Object.fromEntries(rpcs) as ProviderServer;
}

function unary(rpc: string, handler: Handler, calls: Calls, logger: Logger) {
  return (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    const abort = new AbortController();
    call.on("cancelled", () => abort.abort());
    logger.trace("Call", { rpc });
    const answer = async () => handler(call.request, { signal: abort.signal });
    calls.track(answer()).then(
      (response) => respond(null, response),
      (error: unknown) => {
        logger.error("A call failed: this is a fault of the provider", { rpc, error });
        respond({ code: Status.INTERNAL, details: error instanceof Error ? error.message : String(error) });
      },
    );
  };
}
