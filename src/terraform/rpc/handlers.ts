import type { AnyProvider } from "../definition/provider";
import type { ProviderHandlers } from "../serve/handlers";
import type { Logger } from "../serve/log";
import { actionRpcs } from "./action-rpcs";
import { answered } from "./answered";
import { dataRpcs } from "./data-rpcs";
import { ephemeralRpcs } from "./ephemeral-rpcs";
import { functionRpcs } from "./function-rpcs";
import { listRpcs } from "./list-rpcs";
import { providerRpcs } from "./provider-rpcs";
import { resourceRpcs } from "./resource-rpcs";
import { Session } from "./session";

/** Every call of the protocol, answered for a provider. One process has one such session. */
export function createHandlers(provider: AnyProvider, logger: Logger): ProviderHandlers {
  const session = new Session(provider, logger);
  return answered(session, {
    ...providerRpcs(session),
    ...resourceRpcs(session),
    ...dataRpcs(session),
    ...ephemeralRpcs(session),
    ...actionRpcs(session),
    ...functionRpcs(session),
    ...listRpcs(session),
  });
}
