import { ServiceError } from "../../client/errors";
import type { Account } from "../../provider/account";
import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Note } from "../output/note";
import { sentenceCase } from "../output/words";
import { explainedFailure } from "./failure";

/** What the lists of an account gave, by kind; a kind that the account's plan does not have is missing. */
export interface AccountObjects {
  readonly objects: ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>;
  readonly notes: readonly Note[];
}

/** How lists are read. */
export interface ReadingOptions {
  /** One pass over each list, instead of passes until two agree. */
  readonly once: boolean;
  /** Told when a list was read. */
  onRead(kind: Kind, count: number): void;
}

/**
 * Reads the lists of those kinds, all at the same time. A kind that the service forbids is left out with a note, since a
 * plan may not have it (api-4.0, Errors), unless it is one of `needed`, or nothing can be read at all.
 */
export async function readAccount(
  account: Account,
  wanted: readonly Kind[],
  needed: ReadonlySet<Kind>,
  options: ReadingOptions,
): Promise<AccountObjects> {
  const read = await Promise.allSettled(wanted.map((kind) => readKind(account, kind, options)));
  const objects = new Map<Kind, readonly ServiceObject<Kind>[]>();
  const notes: Note[] = [];
  for (const [index, kind] of wanted.entries()) {
    const result = read[index];
    if (result === undefined) continue;
    if (result.status === "fulfilled") {
      objects.set(kind, result.value.objects);
      if (!result.value.settled) notes.push(unsettled(kind));
      continue;
    }
    const { reason } = result;
    const isLeftOut = isForbidden(reason) && !needed.has(kind);
    const isNothingRead = read.every(({ status }) => status === "rejected");
    if (!isLeftOut || isNothingRead) throw explainedFailure(reason);
    notes.push({ text: `${sentenceCase(kinds[kind].plural)} were not read: ${reason.message}` });
  }
  return { objects, notes };
}

async function readKind(
  account: Account,
  kind: Kind,
  { once, onRead }: ReadingOptions,
): Promise<{ objects: readonly ServiceObject<Kind>[]; settled: boolean }> {
  const reader = await account.reader(kind);
  const result = once ? { objects: await reader.readAll(), settled: true } : await reader.snapshot();
  onRead(kind, result.objects.length);
  return result;
}

/**
 * Whether an account does not have what was asked for. Neither does version 3.0 have every kind: such a list is refused
 * before it is asked for.
 */
export function isForbidden(reason: unknown): reason is ServiceError {
  return reason instanceof ServiceError && ["forbidden", "refused"].includes(reason.kind);
}

function unsettled(kind: Kind): Note {
  const { plural } = kinds[kind];
  return {
    text: `The account's ${plural} went on changing while they were read, so what is told of them was not all true at one moment. Run the command again when the account is quiet.`,
  };
}
