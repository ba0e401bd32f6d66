import type { Account } from "../../../provider/account";
import { observedErrors } from "../../../provider/data/certificate-errors";
import { certificateMonitorData } from "../../../provider/data/kinds";
import { observedValues } from "../../../provider/data/observed";
import { groupedBy } from "../../../service/groups";
import { kindNames } from "../../../service/kinds";
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
import { inactiveContacts, pausedObjects, unreachableGroups } from "./facts/inactive";
import { problemsOf } from "./facts/problems";
import { structureOf } from "./facts/structure";
import { summaryOf } from "./facts/summary";
import {
  type Certificates,
  type ExpiryLane,
  plottedDays,
  type Report,
  sizeOf,
  type Undeclared,
} from "./report";

/** The account to read, and the states to compare. */
export interface ReportSubject extends Pick<ReadingOptions, "onRead"> {
  readonly account: Account;
  readonly accountName: Report["account"];
  readonly states: ComparedStates | undefined;
  readonly now: () => Date;
}

/**
 * Reads the account, each list once, and summarizes it. Only reads. Skips with a note what the service
 * forbids, since an account's plan may not include it
 * (docs/design/api.md#errors), and neither may version 3.0.
 * @throws when anything else cannot be read
 */
export async function accountReport({
  account,
  accountName,
  states,
  onRead,
  now,
}: ReportSubject): Promise<Report> {
  const from = now().toISOString();
  const lists = await readLists(account, kindNames, { once: true, ...(onRead && { onRead }) });
  const furtherNotes: string[] = [];
  const listed = await unlessForbidden("Listings", furtherNotes, async () => {
    const { count: total, hosts } = await readListings(account);
    return { total, hosts };
  });
  const certificates = await unlessForbidden("Certificate errors", furtherNotes, () =>
    readCertificates(account, lists),
  );
  const groups = unreachableGroups(lists);
  const compared = states && undeclaredObjects(lists, states);
  const facts = {
    counts: Object.fromEntries(
      kindNames.map((kind) => [kind, lists.has(kind) ? lists.of(kind).length : null]),
    ) as Report["counts"],
    listed,
    certificates,
    groups,
    contacts: inactiveContacts(lists),
    paused: pausedObjects(lists),
    undeclared: compared?.undeclared ?? null,
    requests: await requestUse(account),
  };
  return {
    version: 1,
    account: accountName,
    read: { from, to: now().toISOString() },
    summary: summaryOf(facts, problemsOf({ lists, listed, certificates, groups })),
    ...facts,
    expiry: expiryOf(lists),
    structure: structureOf(lists, groups ?? []),
    notes: [...lists.notes.map(({ text }) => text), ...furtherNotes, ...(compared?.notes ?? [])],
  };
}

async function unlessForbidden<T>(
  subject: string,
  notes: string[],
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    notes.push(`${subject} were not read: ${failureText(thrown)}`);
    return null;
  }
}

async function readCertificates(account: Account, lists: AccountLists): Promise<Certificates> {
  const { total_errors, errors } = observedErrors(await account.certificateErrors());
  const expiring = lists
    .of("certificate_monitor")
    .filter(({ expiry_days: days }) => days !== undefined && days <= soonDays)
    .sort((a, b) => (a.expiry_days ?? 0) - (b.expiry_days ?? 0));
  return {
    total_errors: Math.max(total_errors, errors.length),
    errors,
    expiring: expiring.map((monitor) => observedValues(certificateMonitorData.attributes, monitor)),
  };
}

/** The certificates of each profile by the days until they expire, the profile with the most monitors first. */
function expiryOf(lists: AccountLists): ExpiryLane[] | null {
  if (!lists.has("certificate_monitor")) return null;
  const thresholds = new Map(
    lists.of("certificate_profile").map(({ id, expiration_thresholds: days }) => [id, days ?? []]),
  );
  const byProfile = groupedBy(lists.of("certificate_monitor"), ({ profile = null }) => profile);
  return [...byProfile]
    .map(([profile, all]) => {
      const known = all.flatMap(({ hostname, id, expiry_days: days }) =>
        days === undefined ? [] : [{ hostname: hostname ?? id, days }],
      );
      const monitors = known.filter(({ days }) => days <= plottedDays).sort((a, b) => a.days - b.days);
      return {
        profile,
        thresholds: [...(thresholds.get(profile ?? "") ?? [])].map(Number).sort((a, b) => b - a),
        monitors,
        later: known.length - monitors.length,
        unknown: all.length - known.length,
      };
    })
    .sort((a, b) => sizeOf(b) - sizeOf(a));
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
  const found = undeclaredIn(lists, states);
  const { findings, ignored } = ignore(states.rules, found.findings);
  return {
    undeclared: {
      states: states.states.map(({ name }) => name),
      objects: findings.filter((finding): finding is UndeclaredObject => finding.type === "undeclared"),
      ignored: ignored.length,
    },
    notes: [...states.notes, ...found.notes].map(({ text }) => text),
  };
}
