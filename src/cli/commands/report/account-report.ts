import { ServiceError } from "../../../client/errors";
import { coverageOf } from "../../../coverage/coverage";
import type { Account } from "../../../provider/account";
import { type Kind, kindNames } from "../../../service/kinds";
import { failureText } from "../../account/failure";
import { requestUse } from "../../account/hour";
import {
  isNotIncluded,
  isRefused,
  noteErrorGap,
  type ReadingOptions,
  readListings,
  readLists,
} from "../../account/lists";
import { type ComparedReport, changesSince } from "./changes";
import { type ComparedStates, factsOf, undeclaredObjects } from "./facts/facts";
import { summaryOf } from "./facts/summary";

/** The report, as `--json` prints it. */
export type Report = Awaited<ReturnType<typeof accountReport>>;

/** The account to read, and the states to compare. */
interface Subject extends Pick<ReadingOptions, "onRead"> {
  readonly account: Account;
  /** The account, and the host of the service's base URL. */
  readonly name: { readonly sid: string; readonly service: string };
  readonly states: ComparedStates | undefined;
  readonly earlier?: ComparedReport | undefined;
  readonly now: () => Date;
}

/**
 * Reads the account, each list once, and summarizes it. Only reads. Skips with a note what the service forbids, since an
 * account's plan may not include it (docs/design/api.md#errors), and neither may version 3.0; and what the requests of the
 * hour do not suffice for.
 * @throws when anything else cannot be read, or nothing at all
 */
export async function accountReport({ account, name, states, earlier, onRead, now }: Subject) {
  const from = now().toISOString();
  const skipped: (readonly [Kind, ServiceError])[] = [];
  const notes: string[] = [];
  const gaps = new Set<string>();
  const onGap = (text: string) => gaps.add(text);
  const unlessSkipped = async <T>(subject: string, kind: Kind, reading: Promise<T>): Promise<T | null> => {
    try {
      return await reading;
    } catch (thrown) {
      if (!isSkipped(thrown)) throw thrown;
      skipped.push([kind, thrown]);
      notes.push(`${subject} were not read: ${failureText(thrown)}`);
      return null;
    }
  };
  // Listings and certificate errors are read first, since requests may run out.
  const listings = await unlessSkipped("Listings", "host", readListings(account, onGap));
  const errors = await unlessSkipped(
    "Certificate errors",
    "certificate_monitor",
    account.certificateErrors(),
  );
  if (errors) noteErrorGap(errors, onGap);
  const reading = { once: true, onGap, skips: isSkipped, ...(onRead && { onRead }) };
  const lists = await readLists(account, kindNames, reading);
  skipped.push(...lists.refused);
  if (listings === null && errors === null && lists.refused.size === kindNames.length) throw skipped[0]?.[1];

  const complete = gaps.size === 0 && skipped.every((each) => isNotIncluded(...each));
  const compared = states && undeclaredObjects(lists, states);
  const coverage = coverageOf(lists, now().getTime());
  const head = {
    version: 1 as const,
    account: name,
    /** When reading began and ended, ISO 8601. */
    read: { from, to: now().toISOString() },
    /** Whether everything was read that the account's plan includes. */
    complete,
  };
  const paused = (states?.declared ?? []).filter(({ values }) => values.paused === true);
  const read = factsOf({
    ...{ lists, coverage, listings, errors, complete, requests: await requestUse(account) },
    undeclared: compared?.undeclared ?? null,
    declaredAsPaused: paused.flatMap(({ ids }) => ids),
  });
  const facts = { ...read, since: earlier ? changesSince(earlier, { ...head, ...read }) : null };
  return {
    ...head,
    /** A line for each part, what needs action first. */
    summary: summaryOf(facts, coverage.objects, complete),
    ...facts,
    notes: [...lists.notes.map(({ text }) => text), ...gaps, ...notes, ...(compared?.notes ?? [])],
  };
}

function isSkipped(reason: unknown): reason is ServiceError {
  return isRefused(reason) || (reason instanceof ServiceError && reason.kind === "rate_limited");
}
