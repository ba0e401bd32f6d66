import type { ApiVersion } from "../../../../service/api-version";
import { kindNames } from "../../../../service/kinds";
import { isLegacyKind } from "../../../../service/legacy/kinds";
import { readLists } from "../../../account/lists";
import type { AccountOptions } from "../../../account/options";
import { type AccountSession, readingAccount, withAccount } from "../../../account/session";
import { compare } from "../../../comparison/compare";
import type { ProcessContext } from "../../../output/terminal";
import type { Note } from "../../../output/text";
import type { Declared, DeclaredObjects } from "../../../state/declared";
import { compareKind } from "./differences";

/** The comparison of both versions. */
export type MigrationReport = Awaited<ReturnType<typeof compareVersions>>;

/**
 * Reads an account through both API versions, whichever is configured, and compares the results with each other and with
 * states. Nothing is written anywhere.
 * @throws Error with the missing settings, or after an interrupt
 */
export function compareAccount(
  states: DeclaredObjects,
  options: AccountOptions,
  processContext: ProcessContext,
): Promise<MigrationReport> {
  const { maxRequestsPerHour } = options;
  // Each version counts its own requests, and both share the limit.
  const share =
    maxRequestsPerHour === undefined ? {} : { maxRequestsPerHour: Math.ceil(maxRequestsPerHour / 2) };
  const open = <R>(apiVersion: ApiVersion, then: (session: AccountSession) => Promise<R>): Promise<R> => {
    const activity = { ...readingAccount, doing: `Reading the account through version ${apiVersion}` };
    return withAccount({ ...options, ...share, apiVersion }, processContext, activity, then);
  };
  return open("3.0", (legacy) => open("4.0", (current) => compareVersions(legacy, current, states)));
}

async function compareVersions(
  legacy: AccountSession,
  current: AccountSession,
  { states, declared, notes }: DeclaredObjects,
) {
  const legacyKinds = kindNames.filter(isLegacyKind);
  const needed = new Set(declared.map(({ kind }) => kind));
  // Each list in one pass: objects that differ are read again.
  const read = async ({ account }: AccountSession) => {
    const gaps: Note[] = [];
    const options = { once: true, onGap: (text: string) => gaps.push({ text }) };
    const lists = await readLists(account, legacyKinds, options, needed);
    const notes = [...lists.notes, ...gaps].map(({ text }) => ({
      text: `Version ${account.apiVersion}: ${text}`,
    }));
    return { account, lists, notes };
  };
  const [before, after] = await Promise.all([read(legacy), read(current)]);
  const shared = legacyKinds.filter((kind) => before.lists.has(kind) && after.lists.has(kind));
  const compared = await Promise.all(shared.map((kind) => compareKind(kind, before, after)));
  const findings = compared.flat();
  const held = await Promise.all(declared.map((object) => compareDeclared(legacy, current, object)));
  const stateDifferences = held.flatMap(({ differences }) => differences);
  return {
    // Whether a plan without changes in version 3.0 has none in 4.0, as far as the account and the states show.
    plans_empty: stateDifferences.length === 0 && !findings.some(({ in_the_way }) => in_the_way),
    // How many objects of a kind each version returns.
    kinds: shared.map((kind) => ({
      kind,
      legacy: before.lists.of(kind).length,
      current: after.lists.of(kind).length,
    })),
    differences: findings.filter((finding) => "field" in finding),
    only: findings.filter((finding) => "through" in finding),
    declared: declared.length,
    state_differences: stateDifferences,
    states: states.map(({ name }) => name),
    notes: [...notes, ...before.notes, ...after.notes, ...held.flatMap((object) => object.notes)],
    requests: {
      legacy: await legacy.account.requestsSent(),
      current: await current.account.requestsSent(),
    },
  };
}

/**
 * Compares an object of a state with the account in both versions, as a refresh of Terraform would. A difference only in 4.0
 * is what the switch would plan; a difference in both is drift.
 * @throws Error that names the object if it cannot be read
 */
async function compareDeclared(legacy: AccountSession, current: AccountSession, object: Declared) {
  const { findings, notes } = await compare(object, current.account, current.signal);
  if (findings.length === 0) return { differences: [], notes };
  const before = isLegacyKind(object.kind)
    ? (await compare(object, legacy.account, legacy.signal)).findings
    : findings;
  const drift = new Set(before.map((finding) => JSON.stringify(finding)));
  const differences = findings.map((finding) => {
    const attributes = finding.type === "changed" ? finding.attributes : [];
    const cause = drift.has(JSON.stringify(finding)) ? "drift" : "switch";
    return { ...finding, attributes, cause } as const;
  });
  return { differences, notes };
}
