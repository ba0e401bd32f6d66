import type { Page } from "../../../client/paging";
import type { Account } from "../../../provider/account";
import { named } from "../../../provider/managed/existing-objects";
import { readUnmanaged, whoHasPlanned } from "../../../provider/managed/identity/who-has";
import { lackingText } from "../../../provider/text";
import type { Kind } from "../../../service/kinds";
import { failureText, serviceErrorIn } from "../../account/failure";
import { accountLimits, type RequestUse, requestUse } from "../../account/hour";
import { type AccountLists, isRefusedKind, readLists } from "../../account/lists";
import { sidsIn } from "../../account/names";
import type { ManagedObjects } from "../../plan/managed-objects";
import type { OwnChange } from "../../plan/own-changes";
import type { ListSize, ListSizes } from "./apply-cost";

/** The facts about the account that a plan does not contain. */
export interface Questions {
  /** The kinds whose lists show what the plan does to objects that it does not change. */
  readonly kinds: readonly Kind[];
  readonly listings: boolean;
  /** The created objects, to find those that exist already. */
  readonly creates: readonly OwnChange[];
  readonly managed: ManagedObjects;
}

/** Facts about the account. Those that were not requested, or not answered, are absent. */
export interface AccountFacts {
  readonly lists?: AccountLists;
  /** The SIDs of the hosts that are listed now. */
  readonly listed?: ReadonlySet<string>;
  /** The existing objects in the place of created ones, by the addresses of these. */
  readonly existing?: ReadonlyMap<string, string>;
  readonly sizes: ListSizes;
  readonly requests: RequestUse;
  /** Facts that could not be read, with the reasons. */
  readonly notes: readonly string[];
  /** Why the account could not be read, if it should have been. */
  readonly failure?: string;
}

/** The facts without a query. */
export function noFacts(notes: readonly string[]): AccountFacts {
  return {
    sizes: new Map(),
    requests: { sent: 0, limit: null, remaining: null, at_least: null, reset: null },
    notes,
  };
}

/**
 * Queries the account for the needed facts: lists, listings and created kinds, and if none, one request for the remaining
 * requests. A list that the account's plan does not include is a note, and so is a used hour. After any other failure, it sends
 * no more.
 */
export async function queryAccount(account: Account, questions: Questions): Promise<AccountFacts> {
  const notes: string[] = [];
  const gaps = new Set<string>();
  const onGap = (text: string) => gaps.add(text);
  let failure: string | undefined;
  let isOver = false;
  let hasAnswered = false;
  const query = async <T>(what: string, isWanted: boolean, ask: () => Promise<T>): Promise<T | undefined> => {
    if (!isWanted || isOver) return undefined;
    try {
      const answer = await ask();
      hasAnswered = true;
      return answer;
    } catch (thrown) {
      const { kind } = serviceErrorIn(thrown) ?? {};
      if (kind === undefined || kind === "stopped") throw thrown;
      const text = `${what} could not be read from the account: ${failureText(thrown)}`;
      isOver = !isRefusedKind(kind);
      if (isOver && kind !== "rate_limited") failure = text;
      else notes.push(text);
      return undefined;
    }
  };
  const { creates } = questions;
  const kinds = questions.kinds.filter((kind) => account.knows(kind));
  const lists = await query("Lists", kinds.length > 0, () =>
    readLists(account, kinds, { once: true, onGap }),
  );
  notes.push(...(lists?.notes ?? []).map(({ text }) => text));
  const listings = await query("Listed hosts", questions.listings && !lists?.has("host"), () =>
    account.listings((lacking) => onGap(lackingText("host", lacking))),
  );
  const existing = await query("Existing objects", creates.length > 0, () =>
    existingObjects(account, questions, onGap),
  );
  await query("The remaining requests of the hour", notes.length === 0, () => accountLimits(account));
  // One refused list may be missing in the account's plan. An account that refuses all refuses this client.
  if (!hasAnswered && !isOver)
    await account.confirmService().catch((thrown: unknown) => {
      failure = `The account could not be read: ${failureText(thrown)}`;
    });
  const listed = [...(lists?.of("host") ?? []).filter(({ listed }) => listed), ...(listings?.objects ?? [])];
  const created = creates.flatMap(({ own }) => own.object?.kind ?? []);
  return {
    ...(lists && { lists }),
    ...((listings || lists?.has("host")) && { listed: new Set(listed.map(({ id }) => id)) }),
    ...(existing && { existing }),
    sizes: isOver || existing === undefined ? new Map() : await sizesOf(account, new Set(created)),
    requests: await requestUse(account),
    notes: [...notes, ...gaps],
    ...(failure !== undefined && { failure }),
  };
}

/** The sizes of lists that were read, without a further request. */
async function sizesOf(account: Account, kinds: ReadonlySet<Kind>): Promise<Map<Kind, ListSize>> {
  const sizes = new Map<Kind, ListSize>();
  for (const kind of kinds) {
    if (!account.knows(kind)) continue;
    const { value: first } = await (await account.reader(kind))
      .pages(() => 1)
      [Symbol.asyncIterator]()
      .next();
    if (first === undefined) continue;
    const { totalPages: pages, total, objects, pageSize } = first as Page<unknown>;
    // A service may return fewer objects than it says that a page has.
    const perPage = Math.max(1, pages > 1 ? objects.length : pageSize);
    sizes.set(kind, { pages: Math.max(1, pages), objects: total ?? objects.length, perPage });
  }
  return sizes;
}

/** The objects of the account that created objects would duplicate, by the addresses of these. */
async function existingObjects(
  account: Account,
  { creates, managed }: Questions,
  onGap: (text: string) => void,
): Promise<Map<string, string>> {
  const ids = new Set(managed.before.flatMap(({ id, values }) => sidsIn({ ...values, id })));
  const objects = creates.flatMap(({ own }) => own.object ?? []);
  await readUnmanaged(objects, ids, account, onGap);
  const existing = new Map<string, string>();
  for (const { own, address, plan } of creates) {
    const { object } = own;
    if (object === undefined || plan === null || !account.knows(object.kind)) continue;
    const { duplicates = [] } = (await whoHasPlanned(object, account, plan))?.holders ?? {};
    if (duplicates.length > 0) existing.set(address, named(object, duplicates));
  }
  return existing;
}
