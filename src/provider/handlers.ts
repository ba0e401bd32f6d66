import type { Secrets } from "../client/secrets";
import { createHandlers } from "../terraform/rpc/handlers";
import type { ProviderHandlers } from "../terraform/serve/handlers";
import type { Logger } from "../terraform/serve/log";
import { rblmonitorProvider } from "./provider";

/** Every call of the protocol, answered by our provider. */
export function rblmonitorHandlers(
  logger: Logger,
  env: NodeJS.ProcessEnv,
  secrets?: Secrets,
): ProviderHandlers {
  return createHandlers(rblmonitorProvider(logger, env, secrets), logger);
}
