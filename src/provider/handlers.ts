import { createHandlers, type Logger, type ProviderHandlers } from "../terraform";
import { rblmonitorProvider } from "./provider";

/** Every call of the protocol, answered by our provider. */
export function rblmonitorHandlers(logger: Logger, env: NodeJS.ProcessEnv): ProviderHandlers {
  return createHandlers(rblmonitorProvider(logger, env), logger);
}
