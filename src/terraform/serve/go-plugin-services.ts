import {
  type HealthDefinition,
  HealthCheckResponse_ServingStatus as Serving,
} from "../protocol/generated/health";
import type { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/plugin";
import type { Handlers, ResponseStream } from "./grpc/service";
import { Status, StatusError } from "./grpc/status";

type Stream = Pick<ResponseStream<unknown>, "signal" | "end">;

/** Response streams that stay open until the plugin ends. */
export interface OpenStreams {
  readonly add: (stream: Stream) => void;
  readonly endAll: () => void;
}

export function createOpenStreams(): OpenStreams {
  const streams = new Set<Stream>();
  return {
    add: (stream) => {
      streams.add(stream);
      stream.signal.addEventListener("abort", () => streams.delete(stream));
    },
    endAll: () => {
      for (const stream of streams) stream.end();
    },
  };
}

/** The names of the whole server, and of the plugin in go-plugin. */
const SERVICES: ReadonlySet<string> = new Set(["", "plugin"]);

/** gRPC's health service. A running plugin is healthy. */
export function health(streams: OpenStreams): Handlers<HealthDefinition> {
  return {
    check: async ({ service }) => {
      if (SERVICES.has(service)) return { status: Serving.SERVING };
      throw new StatusError(Status.NOT_FOUND, `There is no service "${service}"`);
    },
    watch: ({ service }, stream) => {
      // The status never changes.
      stream.write({ status: SERVICES.has(service) ? Serving.SERVING : Serving.SERVICE_UNKNOWN });
      streams.add(stream);
    },
  };
}

/**
 * go-plugin's service for the plugin's output. The plugin writes to standard error, which Terraform reads anyway, so the
 * stream stays empty.
 */
export function stdio(streams: OpenStreams): Handlers<GRPCStdioDefinition> {
  return { streamStdio: (_request, stream) => streams.add(stream) };
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
