import type { WatchedKind } from "../../../coverage/coverage";
import type { Account } from "../../../provider/account";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { named } from "../../../provider/managed/existing-objects";
import { readUnmanaged, whoHasPlanned } from "../../../provider/managed/identity/who-has";
import { keyField } from "../../../provider/managed/object";
import { capitalized, lackingText } from "../../../provider/text";
import { canonicalHost } from "../../../service/addresses";
import { alertFlags, referencesTo } from "../../../service/fields";
import { includedKinds, type Kind, kinds as kindTable } from "../../../service/kinds";
import { isSid, sidKind } from "../../../service/sids";
import { failureText, serviceErrorIn } from "../../account/failure";
import { accountLimits, requestUse } from "../../account/hour";
import { isNotIncluded, isRefusedKind, noteErrorGap, readLists } from "../../account/lists";
import { createsIn, isChanged, isDeleting, type OwnChange, type PlanParts } from "../../plan/changes";
import type { ListSizes } from "./apply-cost";

const checking = ["monitoring_profile", "source"] as const;
const alerting = ["contact", "contact_group"] as const;

/** The attributes on which coverage depends, with the lists that show what a change to them does to other objects. */
const consequences: readonly (readonly [Kind, attributes: readonly string[], lists: readonly Kind[]])[] = [
  ["host", ["profile"], checking],
  ["host", ["contact_groups"], alerting],
  ["monitoring_profile", ["entries", "sync_method", "frequency"], ["host", ...checking]],
  ["source", ["type", "paused"], ["host", ...checking]],
  ["certificate_monitor", ["profile"], ["certificate_profile"]],
  ["certificate_monitor", ["contact_groups"], alerting],
  [
    "certificate_profile",
    ["expiration_thresholds", ...alertFlags],
    ["certificate_monitor", "certificate_profile"],
  ],
  ["contact", ["contact_groups", "paused"], ["host", "certificate_monitor", ...alerting]],
];

/** What a review must know about the account that the plan does not contain. */
export type Questions = ReturnType<typeof questionsOf>;

/** The facts that matter for a plan. */
export function questionsOf({ changes, invocations }: PlanParts) {
  const held = new Set(changes.flatMap(({ ids, leaves }) => (leaves ? [] : ids)));
  const paused = invocations.flatMap(({ action, objects }) => (action === "pause" ? objects : []));
  const pausedLists = paused.flatMap((id): readonly Kind[] => {
    const kind = sidKind(id);
    if (kind === "source" || kind === "contact") return listsOf(kind, () => true);
    return kind === undefined || held.has(id) ? [] : [kind];
  });
  const kinds = new Set([...changes.flatMap(listsFor), ...pausedLists]);
  const endsWatching = (kind: WatchedKind) =>
    changes.some((change) => mayEndWatching(change, kind)) || paused.some((id) => isSid(kind, id));
  return {
    /** The kinds whose lists show what the plan does to objects that it does not change. */
    kinds: [...kinds],
    listings: endsWatching("host"),
    // A change to a certificate profile, which may end the alerts of its monitors, needs both lists.
    errors:
      (kinds.has("certificate_monitor") && kinds.has("certificate_profile")) ||
      endsWatching("certificate_monitor"),
    /** The created objects, to find those that exist already. */
    creates: createsIn(changes),
    /** The SIDs of the objects that the configuration manages, and does not forget. */
    held,
    /** Those among them that the plan neither destroys nor names otherwise. */
    kept: new Set(
      changes.flatMap((change) => {
        const { object } = change.own;
        return object && !isChanged(change, keyField(object)) ? change.ids : [];
      }),
    ),
  };
}

function listsOf(kind: Kind | undefined, matters: (attribute: string) => boolean): readonly Kind[] {
  return consequences.flatMap(([own, attributes, lists]) =>
    own === kind && attributes.some(matters) ? lists : [],
  );
}

function listsFor(change: OwnChange): readonly Kind[] {
  const { action } = change;
  const kind = change.own.object?.kind;
  const isWatched = kind === "host" || kind === "certificate_monitor";
  const isUsed = kind === "contact" || kind === "source";
  const users = kind !== undefined && isDeleting(change) ? referencesTo(kind).map(({ from }) => from) : [];
  const isCreated = isWatched && (action === "create" || action === "replace");
  const matters = (name: string) =>
    isCreated || (isUsed && isDeleting(change)) || (action === "update" && isChanged(change, name));
  return [...listsOf(kind, matters), ...users];
}

/** Whether a change ends the watching of an object of the kind by itself. */
export function mayEndWatching(change: OwnChange, kind: WatchedKind): boolean {
  const { own, action, before, after } = change;
  const isPaused = action === "update" && after?.paused === true && before?.paused !== true;
  return own.type === kind && (isPaused || isDeleting(change));
}

/** Facts about the account. Those that were not requested, or not answered, are absent. */
export type AccountFacts = Awaited<ReturnType<typeof queryAccount>>;

/** The facts without a query. */
export function noFacts(notes: string[]): AccountFacts {
  return {
    alarms: new Set(),
    sizes: new Map(),
    requests: { sent: 0, limit: null, remaining: null, at_least: null, reset: null },
    notes,
  };
}

/**
 * Queries the account for the needed facts: lists, listings and created kinds, and if none, one request for the remaining
 * requests. A list that the account's plan does not include is a note. After any other failure, such as a used hour, it sends no
 * more.
 */
export async function queryAccount(account: Account, questions: Questions) {
  const notes: string[] = [];
  const gaps = new Set<string>();
  const onGap = (text: string) => gaps.add(text);
  let failure: string | undefined;
  let isOver = false;
  let hasAnswered = false;
  const query = async <T>(what: string, isWanted: boolean, ask: () => Promise<T>, kind?: Kind) => {
    if (!isWanted || isOver) return undefined;
    try {
      const answer = await ask();
      hasAnswered = true;
      return answer;
    } catch (thrown) {
      const error = serviceErrorIn(thrown);
      if (error === undefined || error.kind === "stopped") throw thrown;
      const text = unreadText(what, thrown);
      isOver = !isRefusedKind(error.kind);
      if (isNotIncluded(kind, error)) notes.push(text);
      else failure ??= text;
      return undefined;
    }
  };
  const { creates, held } = questions;
  const kinds = questions.kinds.filter((kind) => account.knows(kind));
  const isIncluded = (kind: Kind) => includedKinds.includes(kind);
  const reading = () => readLists(account, kinds, { once: true, onGap });
  // If all are refused, it is the first error that matters.
  const lists = await query("Lists", kinds.length > 0, reading, kinds.find(isIncluded) ?? kinds[0]);
  notes.push(...(lists?.notes ?? []).map(({ text }) => text));
  for (const [kind, error] of lists?.refused ?? [])
    if (!isNotIncluded(kind, error)) failure ??= unreadText(capitalized(kindTable[kind].plural), error);
  const listings = await query("Listed hosts", questions.listings && !lists?.has("host"), () =>
    account.listings((lacking) => onGap(lackingText("host", lacking))),
  );
  const readErrors = () => account.certificateErrors();
  const errors = await query("Certificate errors", questions.errors, readErrors, "certificate_monitor");
  if (errors) noteErrorGap(errors, onGap);
  const createdKinds = creates.map(({ object }) => object.kind);
  const searched = () => existingObjects(account, questions, onGap);
  const existing = await query(
    "Existing objects",
    creates.length > 0,
    searched,
    createdKinds.find((kind) => !isIncluded(kind)),
  );
  await query("The remaining requests of the hour", notes.length === 0, () => accountLimits(account));
  // Another account has none of them. It reads two, since the first may have been deleted.
  const managed = [...held];
  const [first] = managed;
  const isAsked = kinds.length > 0 || questions.listings || questions.errors;
  const isSeen = managed.some((id) => lists?.find(id)) || listings?.objects.some(({ id }) => held.has(id));
  const missing = await query("Managed objects", isAsked && first !== undefined && !isSeen, () =>
    Promise.all([...new Set([first, managed.at(-1)])].map((id) => isMissing(account, String(id)))),
  );
  if (missing?.every(Boolean))
    notes.push(
      `The account has no object ${first}, which the plan manages. If the plan works on another account, its objects are not judged: use the credentials of that account.`,
    );
  // One refused list may be missing in the account's plan. An account that refuses all refuses this client.
  if (!hasAnswered && !isOver)
    await account.confirmService().catch((thrown: unknown) => {
      failure = `The account could not be read: ${failureText(thrown)}`;
    });
  const listed = [...(lists?.of("host") ?? []).filter(({ listed }) => listed), ...(listings?.objects ?? [])];
  const invalid = errors ? observedErrors(errors).errors : [];
  const alarms: ReadonlySet<string> = new Set([
    ...listed.map(({ id }) => id),
    ...invalid.flatMap(({ monitor, hostname }) => monitor ?? (hostname ? canonicalHost(hostname) : [])),
  ]);
  const read = [...creates.map(({ object }) => object.kind), ...kinds.filter((kind) => lists?.has(kind))];
  const sizes: ListSizes = isOver || !existing ? new Map() : await sizesOf(account, read);
  return {
    ...(lists && { lists }),
    /** As in {@link CoveredAccount}. */
    alarms,
    /** The existing objects in the place of created ones, by the addresses of these. */
    ...(existing && { existing }),
    sizes,
    requests: await requestUse(account),
    /** Facts that could not be read, with the reasons. */
    notes: [...notes, ...gaps],
    /** Why the account could not be read, if it should have been. */
    ...(failure !== undefined && { failure }),
  };
}

function unreadText(what: string, thrown: unknown): string {
  return `${what} could not be read from the account: ${failureText(thrown)}`;
}

async function isMissing(account: Account, id: string): Promise<boolean> {
  const kind = sidKind(id);
  if (kind === undefined || !account.knows(kind)) return false;
  return (await (await account.reader(kind)).readFresh(id)) === undefined;
}

/** The sizes of lists that were read, without a further request. */
async function sizesOf(account: Account, kinds: readonly Kind[]) {
  const known = [...new Set(kinds)].filter((kind) => account.knows(kind));
  const sizes = known.map(async (kind) => {
    const { totalPages: pages, total, objects, pageSize } = await (await account.reader(kind)).pageAt(1);
    // A service may return fewer objects than it says that a page has.
    const perPage = Math.max(1, pages > 1 ? objects.length : pageSize);
    return [kind, { pages: Math.max(1, pages), objects: total ?? objects.length, perPage }] as const;
  });
  return new Map(await Promise.all(sizes));
}

/** The objects of the account that created objects would duplicate, and whether the configuration keeps them, by the addresses of these. */
async function existingObjects(
  account: Account,
  { creates, held, kept }: Questions,
  onGap: (text: string) => void,
) {
  const objects = creates.map(({ object }) => object);
  await readUnmanaged(objects, held, account, onGap);
  const existing = new Map<string, { readonly objects: string; readonly isKept: boolean }>();
  for (const { object, address, plan } of creates) {
    if (!account.knows(object.kind)) continue;
    const { duplicates = [] } = (await whoHasPlanned(object, account, plan))?.holders ?? {};
    const lasting = duplicates.filter(({ id }) => !held.has(id) || kept.has(id));
    if (lasting.length === 0) continue;
    const isKept = lasting.some(({ id }) => kept.has(id));
    existing.set(address, { objects: named(object, lasting), isKept });
  }
  return existing;
}
