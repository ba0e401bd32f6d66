import type { Duplex } from "node:stream";
// The parts of grpc-js that a server is made of, rather than its index: that would also load the client with its
// resolvers, load balancers and xDS, at every start of a plugin.
import { Server, type UntypedServiceImplementation } from "@grpc/grpc-js/build/src/server";
import { ServerCredentials } from "@grpc/grpc-js/build/src/server-credentials";

type Service = Parameters<Server["addService"]>;

/** What Terraform itself allows for. */
const LARGEST_MESSAGE = 256 * 1024 * 1024;

/** A gRPC server without a socket of its own. */
export interface GrpcServer {
  /** Serves a connection, whoever is at its other end: who may connect is settled before. */
  readonly serve: (connection: Duplex) => void;
  /** Closes all connections, each when the calls on it are answered and the answers are sent; settles then. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a server of some services.
 *
 * @param services definitions with their implementations; every other method is UNIMPLEMENTED
 */
export function createGrpcServer(
  services: readonly (readonly [definition: Service[0], implementation: UntypedServiceImplementation])[],
): GrpcServer {
  const server = new Server({
    "grpc.max_receive_message_length": LARGEST_MESSAGE,
    "grpc.max_send_message_length": LARGEST_MESSAGE,
    "grpc.enable_channelz": 0,
  });
  for (const [definition, implementation] of services) server.addService(definition, implementation);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    serve: (connection) => injector.injectConnection(connection),
    close: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
  };
}
