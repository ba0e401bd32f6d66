import type { Account } from "../../../../provider/account";
import type { ApiVersion } from "../../../../service/api-version";
import type { Kind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { isPausedStatus } from "../../../../service/status";
import type { AccountOptions } from "../../../account/options";
import { type AccountSession, withAccount } from "../../../account/session";
import type { Surroundings } from "../../../output/terminal";
import { inOrder, type Json } from "../../../output/values";

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

/** What checks and counts change from one moment to the next, what nobody may see, and what is compared otherwise. */
const left: ReadonlySet<string> = new Set([
  ...["listed", "listed_count", "listed_details", "listed_period", "first_listed", "last_checked"],
  ...["total_entries", "total_hosts", "total_members", "expiry_days", "args", "status", "id"],
]);

/** The fields of an object that both interfaces ought to tell alike, each in one form. */
function comparedFields(object: ServiceObject<Kind>): Readonly<Record<string, Json>> {
  const reported = Object.entries(object).filter(([name]) => !left.has(name));
  const paused =
    "status" in object && object.status !== undefined ? { paused: isPausedStatus(object.status) } : {};
  return {
    ...Object.fromEntries(reported.map(([name, value]) => [name, inOrder(value as Json)])),
    ...paused,
  };
}

/** The fields that both tell, and tell differently. What only one of them tells is no difference. */
export function differingFields(
  legacy: ServiceObject<Kind>,
  current: ServiceObject<Kind>,
): { field: string; legacy: Json; current: Json }[] {
  const before = comparedFields(legacy);
  const after = comparedFields(current);
  return Object.entries(before).flatMap(([field, reported]) => {
    const other = after[field];
    const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(reported);
    return isSame ? [] : [{ field, legacy: reported, current: other }];
  });
}
