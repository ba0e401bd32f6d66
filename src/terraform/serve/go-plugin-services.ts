import {
  type HealthDefinition,
  HealthCheckResponse_ServingStatus as Serving,
} from "../protocol/generated/health";
import type { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/plugin";
import type { Handlers, ResponseStream } from "./grpc/service";
import { Status, StatusError } from "./grpc/status";

/** Keeps a response stream open until the plugin ends. */
function keepOpen(stream: Pick<ResponseStream<unknown>, "signal" | "end">, ending: AbortSignal): void {
  ending.addEventListener("abort", () => stream.end(), { signal: stream.signal });
}

/** The names of the whole server, and of the plugin in go-plugin. */
const serviceNames: ReadonlySet<string> = new Set(["", "plugin"]);

/** gRPC's health service. A running plugin is healthy. @param ending aborts when the plugin ends */
export function health(ending: AbortSignal): Handlers<HealthDefinition> {
  return {
    check: async ({ service }) => {
      if (serviceNames.has(service)) return { status: Serving.SERVING };
      throw new StatusError(Status.NOT_FOUND, `There is no service "${service}"`);
    },
    watch: ({ service }, stream) => {
      // The status never changes.
      stream.write({ status: serviceNames.has(service) ? Serving.SERVING : Serving.SERVICE_UNKNOWN });
      keepOpen(stream, ending);
    },
  };
}

/**
 * go-plugin's service for the plugin's output. The plugin writes to standard error, which Terraform reads anyway, so the
 * stream stays empty.
 * @param ending aborts when the plugin ends
 */
export function stdio(ending: AbortSignal): Handlers<GRPCStdioDefinition> {
  return { streamStdio: (_request, stream) => keepOpen(stream, ending) };
}

/** go-plugin's controller. @param end called before the response to `shutdown` is sent */
export function controller(end: () => void): Handlers<GRPCControllerDefinition> {
  return {
    shutdown: async () => {
      end();
      return {};
    },
  };
}
