import type { Socket } from "node:net";
import { HealthService } from "../protocol/generated/health";
import { GRPCControllerService, GRPCStdioService } from "../protocol/generated/plugin";
import { ProviderService } from "../protocol/generated/tfplugin6";
import { createCalls } from "./calls";
import type { Certificate } from "./certificate";
import { controller } from "./controller";
import { createGrpcServer } from "./grpc-server";
import { type ProviderHandlers, providerServer } from "./handlers";
import { health } from "./health";
import type { Logger } from "./log";
import { createMutualTls } from "./mutual-tls";
import { stdio } from "./stdio";

/** The two ends of mutual TLS. */
export interface Identities {
  readonly own: Certificate;
  /** The only certificate that is admitted, in DER. */
  readonly client: Buffer;
}

/** What happens on the connections of a plugin. */
export interface Serving {
  readonly accept: (socket: Socket) => void;
  /** Tells the provider to stop, as Terraform does, and settles once every call is answered. */
  readonly stop: () => Promise<void>;
}

/**
 * The plugin's services: the provider's, and go-plugin's own.
 *
 * @param options.identities without them, everyone is served, in plaintext
 * @param options.end is called when Terraform tells the plugin to end
 */
export function createServing(options: {
  readonly handlers: ProviderHandlers;
  readonly identities: Identities | undefined;
  readonly logger: Logger;
  readonly end: () => void;
}): Serving {
  const { handlers, identities, logger, end } = options;
  const calls = createCalls();
  const serve = createGrpcServer([
    [ProviderService, providerServer(handlers, calls, logger)],
    [GRPCControllerService, controller(end)],
    [GRPCStdioService, stdio()],
    [HealthService, health()],
  ]);
  return {
    accept: identities === undefined ? serve : createMutualTls({ ...identities, admit: serve, logger }),
    stop: async () => {
      await handlers.stopProvider?.({}, { signal: new AbortController().signal });
      await calls.idle();
    },
  };
}
