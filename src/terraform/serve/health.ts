import {
  type HealthDefinition,
  HealthCheckResponse_ServingStatus as Serving,
} from "../protocol/generated/health";
import type { Handlers } from "./grpc/service";
import { Status, StatusError } from "./grpc/status";
import type { OpenStreams } from "./open-streams";

/** The whole server, and what go-plugin calls the plugin on it. */
const SERVICES: ReadonlySet<string> = new Set(["", "plugin"]);

/** gRPC's health service: a plugin that answers is well. Other services are not known here. */
export function health(streams: OpenStreams): Handlers<HealthDefinition> {
  return {
    check: async ({ service }) => {
      if (SERVICES.has(service)) return { status: Serving.SERVING };
      throw new StatusError(Status.NOT_FOUND, `There is no service "${service}"`);
    },
    watch: ({ service }, stream) => {
      // The state does not change any more.
      stream.write({ status: SERVICES.has(service) ? Serving.SERVING : Serving.SERVICE_UNKNOWN });
      streams.keep(stream);
    },
  };
}
