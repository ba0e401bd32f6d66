import type { AnyProvider } from "../definition/provider";
import type { ProviderHandlers } from "../serve/handlers";
import type { Logger } from "../serve/log";
import { actionRpcs } from "./action-rpcs";
import { dataRpcs } from "./data-rpcs";
import { ephemeralRpcs } from "./ephemeral-rpcs";
import { functionRpcs } from "./function-rpcs";
import { listRpcs } from "./list-rpcs";
import { providerRpcs } from "./provider-rpcs";
import { resourceRpcs } from "./resource-rpcs";
import { Session } from "./session";
import { wrapHandlers } from "./wrap-handlers";

/** Creates the handlers of all RPCs for a provider, with one session. Call it once per process. */
export function createHandlers(provider: AnyProvider, logger: Logger): ProviderHandlers {
  const session = new Session(provider, logger);
  return wrapHandlers(session, {
    ...providerRpcs(session),
    ...resourceRpcs(session),
    ...dataRpcs(session),
    ...ephemeralRpcs(session),
    ...actionRpcs(session),
    ...functionRpcs(session),
    ...listRpcs(session),
  });
}
