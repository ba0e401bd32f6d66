import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createServer, type TLSSocket } from "node:tls";
import { HealthCheckResponse_ServingStatus, HealthDefinition } from "../protocol/generated/health";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/plugin";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Certificate } from "./certificate";
import { createGrpcServer } from "./grpc/server";
import { type Call, type Route, routes, Status, StatusError } from "./grpc/service";
import type { Logger } from "./log";
import { createProviderServer, type ProviderSource } from "./provider-server";

/**
 * How long calls in flight may delay the end, in milliseconds. Terraform kills a plugin after two seconds. Without calls in
 * flight, a plugin ends after a few milliseconds.
 */
const grace = 500;

/** The certificates of mutual TLS. */
export interface TlsIdentities {
  readonly own: Certificate;
  /** The only accepted certificate, in DER. */
  readonly client: Buffer;
}

/** Serves the connections of a plugin. */
export type Serving = Readonly<ReturnType<typeof createServing>>;

/**
 * Creates the plugin's services: the provider's, and those of go-plugin.
 *
 * @param identities undefined for plaintext without authentication
 * @param end called after the response to Terraform's shutdown call
 */
export function createServing(
  source: ProviderSource,
  identities: TlsIdentities | undefined,
  end: () => void,
) {
  const { logger } = source;
  const provider = createProviderServer(source);
  const ending = new AbortController();
  const { serve, idle, close } = createGrpcServer(
    new Map([
      ...routes(ProviderDefinition, provider.handlers),
      ...goPluginRoutes(ending.signal, () => void leave().finally(end)),
    ]),
    { logger, stopping: provider.stopping },
  );
  const leave = () => {
    ending.abort();
    return Promise.race([idle().then(close), setTimeout(grace)]);
  };
  return {
    accept: identities === undefined ? serve : createMutualTls(identities, serve, logger),
    /** Asks the provider to stop, and resolves when every call is answered. Later calls are answered as well. */
    stop: async () => {
      // Also ends go-plugin's streams, which would never be idle.
      ending.abort();
      await provider.stop();
      await idle();
    },
  };
}

/**
 * Creates the services of debug mode, in plaintext. Each connection has its own provider: Terraform opens one where it would
 * otherwise start a plugin, for each provider configuration and each phase of a command. Connections must not share state,
 * or stop each other.
 */
export function createDebugServing(source: ProviderSource): Serving {
  const open = new Set<Serving>();
  return {
    accept: (socket: Socket) => {
      const serving = createServing(source, undefined, () => {});
      open.add(serving);
      socket.once("close", () => {
        open.delete(serving);
        // The client is gone: finish its calls, and start nothing new.
        void serving.stop();
      });
      serving.accept(socket);
    },
    stop: async () => {
      await Promise.all([...open].map(({ stop }) => stop()));
    },
  };
}

/**
 * Creates a TLS server that accepts only the client with a given certificate.
 *
 * The TLS handshake proves that the client has the key of its certificate. This function compares that certificate byte by
 * byte, before anything is read from the connection. It does not check authority, name or validity. Rejections are logged.
 *
 * @param admit receives every accepted connection
 * @returns a function that handles a new connection
 */
function createMutualTls(
  { own, client }: TlsIdentities,
  admit: (socket: TLSSocket) => void,
  logger: Logger,
): (socket: Socket) => void {
  const rejected = (reason: string) => logger.warn("Connection rejected", { reason });
  const server = createServer({
    cert: own.certificate,
    key: own.key,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
    requestCert: true,
    // The check below is stricter than these two. An empty list keeps Node 20 from parsing all root certificates, which takes
    // 18 ms.
    rejectUnauthorized: false,
    ca: [],
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => socket.destroy());
    const received = socket.getPeerX509Certificate()?.raw;
    if (received?.equals(client)) return admit(socket);
    rejected(
      received === undefined ? "the client sent no certificate" : "the client sent another certificate",
    );
    socket.destroy();
  });
  server.on("tlsClientError", (error) => rejected(error.message));
  return (socket) => server.emit("connection", socket);
}

/** The names of the whole server, and of the plugin in go-plugin. */
const serviceNames: ReadonlySet<string> = new Set(["", "plugin"]);

/**
 * The services that go-plugin expects of every plugin.
 *
 * @param ending aborts when the plugin ends
 * @param end called before the response to `shutdown` is sent
 */
function goPluginRoutes(ending: AbortSignal, end: () => void): readonly (readonly [path: string, Route])[] {
  const untilOver = async ({ signal }: Call) => {
    const over = AbortSignal.any([ending, signal]);
    if (!over.aborted) await once(over, "abort");
  };
  return [
    // A running plugin is healthy.
    ...routes(HealthDefinition, {
      async check({ service }) {
        if (serviceNames.has(service)) return { status: HealthCheckResponse_ServingStatus.SERVING };
        throw new StatusError(Status.NOT_FOUND, `There is no service "${service}"`);
      },
      async *watch({ service }, call) {
        // The status never changes.
        yield {
          status: serviceNames.has(service)
            ? HealthCheckResponse_ServingStatus.SERVING
            : HealthCheckResponse_ServingStatus.SERVICE_UNKNOWN,
        };
        await untilOver(call);
      },
    }),
    ...routes(GRPCStdioDefinition, {
      // biome-ignore lint/correctness/useYield: the plugin writes to standard error, which Terraform reads anyway.
      async *streamStdio(_request, call) {
        await untilOver(call);
      },
    }),
    ...routes(GRPCControllerDefinition, {
      async shutdown() {
        end();
        return {};
      },
    }),
  ];
}
