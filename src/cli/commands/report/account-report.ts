import { ServiceError } from "../../../client/errors";
import type { CertificateErrors } from "../../../client/lists";
import { coverageOf, totalsOf } from "../../../coverage/coverage";
import type { Account } from "../../../provider/account";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { kindTables } from "../../../provider/data/kinds";
import { observedValues } from "../../../provider/data/observed";
import { kindNames } from "../../../service/kinds";
import { isPausedStatus, isUnknownStatus } from "../../../service/status";
import { failureText } from "../../account/failure";
import { requestUse } from "../../account/hour";
import {
  type AccountLists,
  isRefused,
  type ReadingOptions,
  readListings,
  readLists,
} from "../../account/lists";
import { type UndeclaredObject, undeclaredIn } from "../../comparison/finding";
import { type IgnoreRule, ignore } from "../../comparison/ignore";
import { soonDays } from "../../output/durations";
import type { DeclaredObjects } from "../../state/declared";
import {
  hasConnections,
  inactiveContacts,
  objectsWithStatus,
  uncheckedObjects,
  unreachableGroups,
} from "./facts/inactive";
import { problemsOf, worstFirst } from "./facts/problems";
import { structureOf } from "./facts/structure";
import { summaryOf } from "./facts/summary";
import type { Certificates, Report, Undeclared } from "./report";

/** The account to read, and the states to compare. */
export interface Subject extends Pick<ReadingOptions, "onRead"> {
  readonly account: Account;
  readonly name: Report["account"];
  readonly states: ComparedStates | undefined;
  readonly now: () => Date;
}

/**
 * Reads the account, each list once, and summarizes it. Only reads. Skips with a note what the service forbids, since an
 * account's plan may not include it (docs/design/api.md#errors), and neither may version 3.0; and what the requests of the
 * hour do not suffice for.
 * @throws when anything else cannot be read, or nothing at all
 */
export async function accountReport({ account, name, states, onRead, now }: Subject): Promise<Report> {
  const from = now().toISOString();
  const skipped: ServiceError[] = [];
  const notes: string[] = [];
  const gaps = new Set<string>();
  const onGap = (text: string) => gaps.add(text);
  const unlessSkipped = async <T>(subject: string, reading: Promise<T>): Promise<T | null> => {
    try {
      return await reading;
    } catch (thrown) {
      if (!isSkipped(thrown)) throw thrown;
      skipped.push(thrown);
      notes.push(`${subject} were not read: ${failureText(thrown)}`);
      return null;
    }
  };
  // Listings and certificate errors are read first, since requests may run out.
  const listings = await unlessSkipped("Listings", readListings(account, onGap));
  const errors = await unlessSkipped("Certificate errors", account.certificateErrors());
  const lists = await readLists(account, kindNames, {
    once: true,
    onGap,
    skips: isSkipped,
    ...(onRead && { onRead }),
  });
  skipped.push(...lists.refused.values());
  if (listings === null && errors === null && lists.refused.size === kindNames.length) throw skipped[0];

  const complete = gaps.size === 0 && skipped.every(({ kind }) => kind !== "rate_limited");
  const counts = Object.fromEntries(
    kindNames.map((kind) => [
      kind,
      lists.has(kind) ? lists.of(kind).length + (lists.lacking.get(kind) ?? 0) : null,
    ]),
  ) as Report["counts"];
  const coverage = coverageOf(lists);
  const groups = hasConnections({ counts, complete }) ? unreachableGroups(lists, coverage) : null;
  const compared = states && undeclaredObjects(lists, states);
  const facts = {
    counts,
    listed: listings && { total: listings.count, hosts: worstFirst(listings.hosts) },
    certificates: errors && certificatesOf(errors, lists),
    groups,
    contacts: inactiveContacts(lists),
    coverage: totalsOf(coverage),
    unchecked: uncheckedObjects(lists, coverage),
    paused: objectsWithStatus(lists, isPausedStatus),
    paused_as_declared: (states?.declared ?? []).flatMap(({ ids, values }) =>
      values.paused === true ? ids : [],
    ),
    unknown_status: objectsWithStatus(lists, isUnknownStatus),
    undeclared: compared?.undeclared ?? null,
    requests: await requestUse(account),
  };
  const structure = structureOf(lists, groups ?? []);
  return {
    version: 1,
    account: name,
    read: { from, to: now().toISOString() },
    complete,
    summary: summaryOf(facts, (topic) => problemsOf[topic]({ ...facts, structure, lists })),
    ...facts,
    structure,
    notes: [...lists.notes.map(({ text }) => text), ...gaps, ...notes, ...(compared?.notes ?? [])],
  };
}

function isSkipped(reason: unknown): reason is ServiceError {
  return isRefused(reason) || (reason instanceof ServiceError && reason.kind === "rate_limited");
}

function certificatesOf(reported: CertificateErrors, lists: AccountLists): Certificates {
  const { total_errors, errors } = observedErrors(reported);
  const expiring = lists
    .of("certificate_monitor")
    .filter(({ expiry_days: days }) => days !== undefined && days <= soonDays)
    .sort((a, b) => (a.expiry_days ?? 0) - (b.expiry_days ?? 0));
  return {
    total_errors: Math.max(total_errors, errors.length),
    errors,
    expiring: expiring.map((monitor) => observedValues(kindTables.certificate_monitor.attributes, monitor)),
  };
}

/** The given states, and the rules for unmanaged objects to ignore. */
export interface ComparedStates extends DeclaredObjects {
  readonly rules: readonly IgnoreRule[];
}

/** The unmanaged objects, as `rblmonitor drift` finds them, with notes. */
function undeclaredObjects(
  lists: AccountLists,
  states: ComparedStates,
): { undeclared: Undeclared; notes: string[] } {
  const undeclared = undeclaredIn(lists, states);
  const { findings, ignored } = ignore(states.rules, undeclared.findings);
  return {
    undeclared: {
      states: states.states.map(({ name }) => name),
      objects: findings.filter((finding): finding is UndeclaredObject => finding.type === "undeclared"),
      ignored: ignored.length,
    },
    notes: [...states.notes, ...undeclared.notes].map(({ text }) => text),
  };
}
