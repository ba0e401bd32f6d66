import { Status } from "@grpc/grpc-js/build/src/constants";
import {
  type HealthServer,
  HealthCheckResponse_ServingStatus as Serving,
} from "../protocol/generated/health";
import type { OpenStreams } from "./open-streams";

/** The whole server, and what go-plugin calls the plugin on it. */
const SERVICES: ReadonlySet<string> = new Set(["", "plugin"]);

/** gRPC's health service: a plugin that answers is well. Other services are not known here. */
export function health(streams: OpenStreams): HealthServer {
  return {
    check: (call, callback) => {
      if (SERVICES.has(call.request.service)) return callback(null, { status: Serving.SERVING });
      callback({ code: Status.NOT_FOUND, details: `There is no service "${call.request.service}"` });
    },
    watch: (call) => {
      const known = SERVICES.has(call.request.service);
      // The state does not change any more.
      call.write({ status: known ? Serving.SERVING : Serving.SERVICE_UNKNOWN });
      streams.keep(call);
    },
  };
}
