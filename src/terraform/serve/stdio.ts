import type { GRPCStdioDefinition } from "../protocol/generated/plugin";
import type { Handlers } from "./grpc/service";
import type { OpenStreams } from "./open-streams";

/**
 * go-plugin's copy of the plugin's output. Ours goes to standard error, which Terraform reads anyway: the stream
 * stays open and empty until the plugin ends.
 */
export function stdio(streams: OpenStreams): Handlers<GRPCStdioDefinition> {
  return { streamStdio: (_request, stream) => streams.keep(stream) };
}
