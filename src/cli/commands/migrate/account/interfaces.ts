import type { Account } from "../../../../provider/account";
import type { ApiVersion } from "../../../../service/api-version";
import type { Kind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { pausedBy } from "../../../../service/status";
import type { AccountOptions } from "../../../account/options";
import { type AccountSession, readingAccount, withAccount } from "../../../account/session";
import type { ProcessContext } from "../../../output/terminal";
import { inOrder, type Json } from "../../../output/values";

/** An account that is open through both API versions. */
export interface BothVersions {
  readonly legacy: Account;
  readonly current: Account;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
}

/**
 * Opens the account through both API versions, whichever is configured.
 * @throws Error with the missing settings, or after an interrupt
 */
export function withBothVersions<T>(
  options: AccountOptions,
  processContext: ProcessContext,
  work: (both: BothVersions) => Promise<T>,
): Promise<T> {
  const open = <R>(apiVersion: ApiVersion, then: (session: AccountSession) => Promise<R>): Promise<R> => {
    const activity = { ...readingAccount, doing: `Reading the account through version ${apiVersion}` };
    return withAccount({ ...options, ...shareOf(options), apiVersion }, processContext, activity, then);
  };
  return open("3.0", ({ account: legacy, signal }) =>
    open("4.0", ({ account: current, signal: alike }) =>
      work({ legacy, current, signal: AbortSignal.any([signal, alike]) }),
    ),
  );
}

/** Each version counts its own requests, and both share the limit. */
function shareOf({ maxRequestsPerHour }: AccountOptions): AccountOptions {
  return maxRequestsPerHour === undefined ? {} : { maxRequestsPerHour: Math.ceil(maxRequestsPerHour / 2) };
}

/** Fields that checks change at any time, secrets, and fields that are compared in another form. */
const excluded: ReadonlySet<string> = new Set([
  ...["listed", "listed_count", "listed_details", "listed_period", "first_listed", "last_checked"],
  ...["total_entries", "total_hosts", "total_members", "expiry_days", "args", "status", "id"],
]);

/** The fields of an object that should be equal in both versions, in a common form. */
function comparedFields(object: ServiceObject<Kind>): Readonly<Record<string, Json>> {
  const reported = Object.entries(object).filter(([name]) => !excluded.has(name));
  const isPaused = "status" in object ? pausedBy(object.status) : undefined;
  const paused = isPaused === undefined ? {} : { paused: isPaused };
  return {
    ...Object.fromEntries(reported.map(([name, value]) => [name, inOrder(value as Json)])),
    ...paused,
  };
}

/** The fields with different values in both versions. A field that only one version has does not count. */
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
