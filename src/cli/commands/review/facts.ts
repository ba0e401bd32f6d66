import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import { named } from "../../../provider/managed/existing-objects";
import { readUnmanaged, whoHasPlanned } from "../../../provider/managed/identity/who-has";
import { lackingText } from "../../../provider/text";
import type { ServiceObject } from "../../../service/responses";
import { failureText } from "../../account/failure";
import { accountLimits, type RequestUse, requestUse } from "../../account/hour";
import { sidsIn } from "../../account/names";
import type { OwnChange } from "../../plan/own-changes";
import type { World } from "../../plan/world";

/** The facts about the account that a plan does not contain. */
export interface Questions {
  readonly listings: boolean;
  readonly contacts: boolean;
  /** The created objects, to find those that exist already. */
  readonly creates: readonly OwnChange[];
  readonly world: World;
}

/** Facts about the account. Those that were not requested, or not answered, are absent. */
export interface AccountFacts {
  /** The SIDs of the hosts that are listed now. */
  readonly listed?: ReadonlySet<string>;
  readonly contacts?: readonly ServiceObject<"contact">[];
  /** The existing objects in the place of created ones, by the addresses of these. */
  readonly existing?: ReadonlyMap<string, string>;
  readonly requests: RequestUse;
  /** Facts that could not be read, with the reasons. */
  readonly notes: readonly string[];
}

/** The facts without a query. */
export function noFacts(notes: readonly string[]): AccountFacts {
  return { requests: { sent: 0, limit: null, remaining: null, at_least: null, reset: null }, notes };
}

/**
 * Queries the account for the needed facts: the pages of listings, contacts and created kinds, and if none, one request for the
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
  if (contacts !== undefined && contacts.lacking > 0) notes.push(lackingText("contact", contacts.lacking));
  const existing = await query("Existing objects", questions.creates.length > 0, () =>
    existingObjects(account, questions),
  );
  // A failed request would fail again.
  await query("The remaining requests of the hour", notes.length === 0, () => accountLimits(account));
  return {
    ...(listed && { listed }),
    ...(contacts && { contacts: contacts.objects }),
    ...(existing && { existing }),
    requests: await requestUse(account),
    notes,
  };
}

/** The objects of the account that created objects would duplicate, by the addresses of these. */
async function existingObjects(
  account: Account,
  { creates, world }: Questions,
): Promise<Map<string, string>> {
  const managed = new Set(world.before.flatMap(({ id, values }) => sidsIn({ ...values, id })));
  const objects = creates.flatMap(({ own }) => own.object ?? []);
  await readUnmanaged(objects, managed, account);
  const existing = new Map<string, string>();
  for (const { own, address, plan } of creates) {
    const { object } = own;
    if (object === undefined || plan === null || !account.knows(object.kind)) continue;
    const { duplicates = [] } = (await whoHasPlanned(object, account, plan))?.holders ?? {};
    if (duplicates.length > 0) existing.set(address, named(object, duplicates));
  }
  return existing;
}
