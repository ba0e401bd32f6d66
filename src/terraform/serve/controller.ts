import type { GRPCControllerServer } from "../protocol/generated/plugin";

/**
 * go-plugin's controller, which has one thing to say: end.
 *
 * @param end is called when the answer has been given, and may still be on its way
 */
export function controller(end: () => void): GRPCControllerServer {
  return {
    shutdown: (_call, callback) => {
      callback(null, {});
      end();
    },
  };
}
