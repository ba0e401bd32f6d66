import type { GRPCStdioServer } from "../protocol/generated/plugin";

/**
 * go-plugin's copy of the plugin's output. Ours goes to standard error, which Terraform reads anyway: the stream
 * stays open and empty, since its end would mean the end of the plugin.
 */
export function stdio(): GRPCStdioServer {
  return { streamStdio: () => {} };
}
