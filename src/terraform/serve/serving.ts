import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { HealthDefinition } from "../protocol/generated/health";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/plugin";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Certificate } from "./certificate";
import { controller } from "./controller";
import { createGrpcServer } from "./grpc/server";
import { routes } from "./grpc/service";
import { health } from "./health";
import type { Logger } from "./log";
import { createMutualTls } from "./mutual-tls";
import { createOpenStreams } from "./open-streams";
import { createProviderServer, type ProviderSource } from "./provider-server";
import { stdio } from "./stdio";

/**
 * How long calls in flight may hold up the end, in milliseconds. Terraform ends a plugin by force after two seconds;
 * without such calls, a plugin has ended after a few milliseconds.
 */
const GRACE = 500;

/** The two ends of mutual TLS. */
export interface Identities {
  readonly own: Certificate;
  /** The only certificate that is admitted, in DER. */
  readonly client: Buffer;
}

/** What happens on the connections of a plugin. */
export interface Serving {
  readonly accept: (socket: Socket) => void;
  /** Tells the provider to stop, as Terraform does, and settles once every call is answered. Later calls are answered, too. */
  readonly stop: () => Promise<void>;
}

/**
 * The plugin's services: the provider's, and go-plugin's own.
 *
 * @param options.identities without them, everyone is served, in plaintext
 * @param options.end is called when Terraform has told the plugin to end, and was answered
 */
export function createServing(options: {
  readonly provider: ProviderSource;
  readonly identities: Identities | undefined;
  readonly logger: Logger;
  readonly end: () => void;
}): Serving {
  const { identities, logger, end } = options;
  const provider = createProviderServer(options.provider, logger);
  const streams = createOpenStreams();
  const { serve, close } = createGrpcServer(
    new Map([
      ...routes(ProviderDefinition, provider.handlers),
      ...routes(
        GRPCControllerDefinition,
        controller(() => void leave().finally(end)),
      ),
      ...routes(GRPCStdioDefinition, stdio(streams)),
      ...routes(HealthDefinition, health(streams)),
    ]),
  );
  const leave = () => {
    streams.end();
    return Promise.race([provider.idle().then(close), setTimeout(GRACE)]);
  };
  return {
    accept: identities === undefined ? serve : createMutualTls({ ...identities, admit: serve, logger }),
    stop: async () => {
      await provider.stop();
      await provider.idle();
    },
  };
}

/**
 * The same to Terraforms that this plugin outlives, in plaintext: each connection gets a provider of its own. Terraform makes
 * one connection where it would otherwise start a plugin, for each configuration of the provider and each phase of a
 * command, and expects of none of them to know of the others, or of a stop that was meant for another.
 */
export function createLastingServing(options: {
  readonly provider: ProviderSource;
  readonly logger: Logger;
}): Serving {
  const open = new Set<Serving>();
  return {
    accept: (socket) => {
      const serving = createServing({ ...options, identities: undefined, end: () => {} });
      open.add(serving);
      socket.once("close", () => {
        open.delete(serving);
        // Whoever asked is gone: what was asked for needs to be finished, and nothing started for it.
        void serving.stop();
      });
      serving.accept(socket);
    },
    stop: async () => {
      await Promise.all([...open].map(({ stop }) => stop()));
    },
  };
}
