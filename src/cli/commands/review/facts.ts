import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import { observedRateLimit } from "../../../provider/data/rate-limit";
import type { ServiceObject } from "../../../service/responses";
import { failureText } from "../../account/failure";
import { type HourlyRequests, hourOf, unknownLimits } from "../../account/hour";

/** The facts about the account that a plan does not contain. */
export interface Questions {
  readonly listings: boolean;
  readonly contacts: boolean;
}

/** Facts about the account. Those that were not requested, or not answered, are absent. */
export interface AccountFacts {
  /** The SIDs of the hosts that are listed now. */
  readonly listed?: ReadonlySet<string>;
  readonly contacts?: readonly ServiceObject<"contact">[];
  readonly limits: HourlyRequests;
  readonly requestsSent: number;
  /** Facts that could not be read, with the reasons. */
  readonly notes: readonly string[];
}

/** The facts without a query. */
export function noFacts(notes: readonly string[]): AccountFacts {
  return { limits: unknownLimits, requestsSent: 0, notes };
}

/**
 * Queries the account for the needed facts: the pages of listings and contacts, and if neither, one request for the
 * remaining requests. A review is useful without them, so a failure becomes a note.
 */
export async function queryAccount(account: Account, questions: Questions): Promise<AccountFacts> {
  const notes: string[] = [];
  const query = async <T>(what: string, isWanted: boolean, ask: () => Promise<T>): Promise<T | undefined> => {
    if (!isWanted) return undefined;
    try {
      return await ask();
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.kind === "stopped") throw thrown;
      notes.push(`${what} could not be read from the account: ${failureText(thrown)}`);
      return undefined;
    }
  };
  const listed = await query("Listed hosts", questions.listings, async () => {
    const { objects } = await account.listings();
    return new Set(objects.map(({ id }) => id));
  });
  const contacts = await query("Contacts", questions.contacts, async () =>
    (await account.reader("contact")).readAll(),
  );
  // A failed request would fail again, but its answer may have reported the limits.
  const hasAnswered = notes.length === 0 || (await account.reportedRateLimit()) !== undefined;
  const limits = await query("The remaining requests of the hour", hasAnswered, () => accountLimits(account));
  return {
    ...(listed && { listed }),
    ...(contacts && { contacts }),
    limits: limits ?? unknownLimits,
    requestsSent: await account.requestsSent(),
    notes,
  };
}

/** The remaining requests. A refusal because of the limits reports them too (docs/design/api.md#errors). */
async function accountLimits(account: Account): Promise<HourlyRequests> {
  const reported = await account.rateLimit().catch(async (thrown: unknown) => {
    const refusal = await account.reportedRateLimit();
    if (refusal === undefined) throw thrown;
    return refusal;
  });
  const limits = observedRateLimit(reported);
  return { limit: limits.limit, ...hourOf(limits) };
}
