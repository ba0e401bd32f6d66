import type { GRPCControllerDefinition } from "../protocol/generated/plugin";
import type { Handlers } from "./grpc/service";

/**
 * go-plugin's controller, which has one thing to say: end.
 *
 * @param end is called when the answer is about to be given
 */
export function controller(end: () => void): Handlers<GRPCControllerDefinition> {
  return {
    shutdown: async () => {
      end();
      return {};
    },
  };
}
