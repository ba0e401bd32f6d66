import type { Account } from "../../../../provider/account";
import type { ApiVersion } from "../../../../service/api-version";
import type { AccountOptions } from "../../../account/options";
import { type AccountSession, withAccount } from "../../../account/session";
import type { Surroundings } from "../../../surroundings";

/** One account, open through both interfaces. */
export interface BothInterfaces {
  readonly legacy: Account;
  readonly current: Account;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
}

/**
 * Opens the account through both interfaces, whichever of them is spoken otherwise.
 * @throws Error that names what is missing, or that tells of an interrupt
 */
export function withBoth<T>(
  options: AccountOptions,
  surroundings: Surroundings,
  work: (both: BothInterfaces) => Promise<T>,
): Promise<T> {
  const open = <R>(apiVersion: ApiVersion, then: (session: AccountSession) => Promise<R>): Promise<R> => {
    const words = {
      doing: `Reading the account through version ${apiVersion}`,
      stopped: () => "Stopped before the account was read.",
    };
    return withAccount({ ...options, ...shareOf(options), apiVersion }, surroundings, words, then);
  };
  return open("3.0", ({ account: legacy, signal }) =>
    open("4.0", ({ account: current, signal: alike }) =>
      work({ legacy, current, signal: AbortSignal.any([signal, alike]) }),
    ),
  );
}

/** Each interface counts its own requests, and both spend from the same limit. */
function shareOf({ maxRequestsPerHour }: AccountOptions): AccountOptions {
  return maxRequestsPerHour === undefined ? {} : { maxRequestsPerHour: Math.ceil(maxRequestsPerHour / 2) };
}
