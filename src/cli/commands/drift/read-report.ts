import type { Account } from "../../../provider/account";
import { observedRateLimit } from "../../../provider/data/rate-limit";
import type { Kind } from "../../../service/kinds";
import type { ObjectValue } from "../../../terraform";
import { hourOf } from "../../account/hour";
import { kindNames } from "../../account/kinds";
import { type ReadingOptions, readLists } from "../../account/lists";
import { hasOneOf, hasTags, namesOfObject } from "../../account/names";
import { type Compared, compare } from "../../comparison/compare";
import { undeclaredIn } from "../../comparison/finding";
import type { IgnoreRule } from "../../comparison/ignore";
import type { Declared, DeclaredObjects } from "../../state/declared";
import { type Report, reportOf } from "./report";

/** What to compare, and how. */
export interface DriftOptions extends ReadingOptions {
  readonly account: Account;
  readonly states: DeclaredObjects;
  readonly selection: Selection;
  /** Whether to look for objects that no state holds. */
  readonly undeclared: boolean;
  readonly rules: readonly IgnoreRule[];
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** Compares an account with Terraform states. Nothing is written anywhere. */
export async function drift(options: DriftOptions): Promise<Report> {
  const { account, now, rules, selection, signal, states } = options;
  const from = now().toISOString();
  const wanted = states.declared.filter(({ kind }) => selection.kinds.includes(kind));
  // What the spoken version does not have is left out with a note, and nothing is said of what is declared of it.
  const ofKinds = wanted.filter(({ kind }) => account.knows(kind));
  const needed = new Set(ofKinds.map(({ kind }) => kind));
  const kinds = selection.kinds.filter(
    (kind) => options.undeclared || wanted.some((declared) => declared.kind === kind),
  );
  const lists = await readLists(account, kinds, options, needed);
  const read = kinds.filter((kind) => lists.has(kind));
  const compared = await compareAll(ofKinds, selection, account, signal);
  const strangers = options.undeclared ? undeclaredIn(lists, states, selection.wants) : noStrangers;
  return reportOf({
    ...{ rules, kinds: read, compared, undeclared: strangers.findings },
    states: states.states,
    objects: kindNames.flatMap((kind) => lists.of(kind).map((object) => namesOfObject(kind, object))),
    isWhole: selection.wants(null) && read.length === kindNames.length,
    notes: [...states.notes, ...lists.notes, ...strangers.notes],
    requests: await requestsOf(account),
    read: { from, to: now().toISOString() },
  });
}

const noStrangers = { findings: [], notes: [] };

/** Reads all that is declared at the same time, so that those that the lists do not have share what it takes to find out. */
async function compareAll(
  declared: readonly Declared[],
  selection: Selection,
  account: Account,
  signal: AbortSignal,
): Promise<Compared[]> {
  const compared = await Promise.all(
    declared.map(async (one) => ({ one, result: await compare(one, account, signal) })),
  );
  return compared
    .filter(({ one, result }) => selection.wants(one.values, result.now))
    .map(({ result }) => result);
}

async function requestsOf(account: Account): Promise<Report["requests"]> {
  const sent = await account.requestsSent();
  const { remaining } = hourOf(observedRateLimit(await account.toldRateLimit()));
  return remaining === null ? { sent } : { sent, left: remaining };
}

/** Which objects are compared. */
export interface Selection {
  /** The kinds, in the order in which reports show them. */
  readonly kinds: readonly Kind[];
  /** Whether an object is wanted in any of the forms in which it is known: by its state, and by the account. */
  wants(...forms: readonly (ObjectValue | null)[]): boolean;
}

/**
 * The objects of those kinds that have one of those tags; without kinds all, without tags all. Kinds that have no tags
 * drop out when tags are asked for.
 */
export function selectionOf(kinds: readonly Kind[] | undefined, tags: readonly string[]): Selection {
  const wanted = kindNames.filter((kind) => kinds === undefined || kinds.includes(kind));
  if (tags.length === 0) return { kinds: wanted, wants: () => true };
  return {
    kinds: wanted.filter(hasTags),
    wants: (...forms) => forms.some((form) => hasOneOf(tags, form?.tags)),
  };
}
