import type { Account } from "../../../provider/account";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import type { ObjectValue } from "../../../terraform/values/object-value";
import { kindNames } from "../../account/kinds";
import { type AccountObjects, type ReadingOptions, readAccount } from "../../account/lists";
import { namesOfObject } from "../../account/names";
import { type Compared, compare } from "../../comparison/compare";
import { undeclaredFinding, undeclaredOf } from "../../comparison/finding";
import type { IgnoreRule } from "../../comparison/ignore";
import type { Note } from "../../output/note";
import type { Declared, DeclaredObjects } from "../../state/declared";
import type { StateText } from "../../state/read-state";
import { type Report, reportOf } from "./report";
import type { Selection } from "./selection";

/** What to compare, and how. */
export interface DriftOptions extends ReadingOptions {
  readonly account: Account;
  readonly states: readonly StateText[];
  readonly all: DeclaredObjects;
  readonly selection: Selection;
  /** Whether to look for objects that no state holds. */
  readonly undeclared: boolean;
  readonly rules: readonly IgnoreRule[];
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** Compares an account with Terraform states. Nothing is written anywhere. */
export async function drift(options: DriftOptions): Promise<Report> {
  const { account, all, now, rules, selection, signal, states } = options;
  const from = now().toISOString();
  const wanted = all.declared.filter(({ kind }) => selection.kinds.includes(kind));
  // What the spoken version does not have is left out with a note, and nothing is said of what is declared of it.
  const ofKinds = wanted.filter(({ kind }) => account.knows(kind));
  const needed = new Set(ofKinds.map(({ kind }) => kind));
  const kinds = selection.kinds.filter(
    (kind) => options.undeclared || wanted.some((declared) => declared.kind === kind),
  );
  const listed = await readAccount(account, kinds, needed, options);
  const read = kinds.filter((kind) => listed.objects.has(kind));
  const compared = await compareAll(ofKinds, selection, account, signal);
  const strangers = options.undeclared ? undeclaredIn(listed, all.declared, selection) : noStrangers;
  return reportOf({
    ...{ rules, kinds: read, compared, undeclared: strangers.findings },
    states: states.map(({ name, file }) => ({ name, ...(file !== undefined && { file }) })),
    objects: kindNames.flatMap((kind) =>
      (listed.objects.get(kind) ?? []).map((object) => namesOfObject(kind, object)),
    ),
    isWhole: selection.wants(null) && read.length === kindNames.length,
    notes: [...all.notes, ...listed.notes, ...strangers.notes],
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

function undeclaredIn(
  { objects }: AccountObjects,
  declared: readonly Declared[],
  selection: Selection,
): { findings: ReturnType<typeof undeclaredFinding>[]; notes: Note[] } {
  const ids = new Set(declared.flatMap(({ ids }) => ids));
  const byKind = [...objects].map(
    ([kind, all]: [Kind, readonly ServiceObject<Kind>[]]) => [kind, undeclaredOf(kind, all, ids)] as const,
  );
  return {
    findings: byKind.flatMap(([kind, found]) =>
      found.objects
        .filter((object) => selection.wants(object as ObjectValue))
        .map((object) => undeclaredFinding(kind, object)),
    ),
    notes: byKind.flatMap(([, found]) => found.notes),
  };
}

/** The requests of the hour that are left are told only while no window of a second is more restrictive. */
async function requestsOf(account: Account): Promise<Report["requests"]> {
  const sent = await account.requestsSent();
  const { remaining, reset = 0 } = (await account.toldRateLimit()) ?? {};
  return remaining !== undefined && reset > 1 ? { sent, left: remaining } : { sent };
}
