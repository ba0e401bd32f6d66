import type { Duplex } from "node:stream";
// The parts of grpc-js that a server is made of, rather than its index: that would also load the client with its
// resolvers, load balancers and xDS, at every start of a plugin.
import { Server, type UntypedServiceImplementation } from "@grpc/grpc-js/build/src/server";
import { ServerCredentials } from "@grpc/grpc-js/build/src/server-credentials";

type Service = Parameters<Server["addService"]>;

/** What Terraform itself allows for. */
const LARGEST_MESSAGE = 256 * 1024 * 1024;

/**
 * A gRPC server without a socket of its own.
 *
 * @param services definitions with their implementations; every other method is UNIMPLEMENTED
 * @returns serves a connection, over which anything is said that comes: who may connect is settled before
 */
export function createGrpcServer(
  services: readonly (readonly [definition: Service[0], implementation: UntypedServiceImplementation])[],
): (connection: Duplex) => void {
  const server = new Server({
    "grpc.max_receive_message_length": LARGEST_MESSAGE,
    "grpc.max_send_message_length": LARGEST_MESSAGE,
    "grpc.enable_channelz": 0,
  });
  for (const [definition, implementation] of services) server.addService(definition, implementation);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return (connection) => injector.injectConnection(connection);
}
