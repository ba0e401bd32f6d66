import { once } from "node:events";
import { HealthDefinition, HealthCheckResponse_ServingStatus as Serving } from "../protocol/generated/health";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/plugin";
import { type Call, type Route, routes } from "./grpc/service";
import { Status, StatusError } from "./grpc/status";

/** The names of the whole server, and of the plugin in go-plugin. */
const serviceNames: ReadonlySet<string> = new Set(["", "plugin"]);

/**
 * The services that go-plugin expects of every plugin.
 *
 * @param ending aborts when the plugin ends
 * @param end called before the response to `shutdown` is sent
 */
export function goPluginRoutes(
  ending: AbortSignal,
  end: () => void,
): readonly (readonly [path: string, Route])[] {
  const untilOver = async ({ signal }: Call) => {
    const over = AbortSignal.any([ending, signal]);
    if (!over.aborted) await once(over, "abort");
  };
  return [
    // A running plugin is healthy.
    ...routes(HealthDefinition, {
      async check({ service }) {
        if (serviceNames.has(service)) return { status: Serving.SERVING };
        throw new StatusError(Status.NOT_FOUND, `There is no service "${service}"`);
      },
      async *watch({ service }, call) {
        // The status never changes.
        yield { status: serviceNames.has(service) ? Serving.SERVING : Serving.SERVICE_UNKNOWN };
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
