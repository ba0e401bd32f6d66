import type { Account } from "../../../../provider/account";
import type { ApiVersion } from "../../../../service/api-version";
import { type Kind, kinds } from "../../../../service/kinds";
import { isLegacyKind, type LegacyKind } from "../../../../service/legacy/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { kindNames } from "../../../account/kinds";
import { type AccountObjects, readAccount } from "../../../account/lists";
import type { AccountOptions } from "../../../account/options";
import { type AccountSession, type Surroundings, withAccount } from "../../../account/session";
import type { DeclaredObjects } from "../../../state/declared";
import { availableIn } from "./available";
import { compareKind } from "./compare-kind";
import { compareStates } from "./compare-states";
import type { MigrationReport } from "./report";

/** Each list in one pass: what differs is asked for again. */
const reading = { once: true, onRead: () => undefined };

/**
 * Reads an account through both interfaces and compares what they tell, and what states hold of it. Nothing is written
 * anywhere.
 * @param states the names of the states
 */
export async function compareAccount(
  both: BothInterfaces,
  states: readonly string[],
  { declared, notes }: DeclaredObjects,
): Promise<MigrationReport> {
  const needed = new Set(declared.map(({ kind }) => kind));
  const legacyKinds = kindNames.filter(isLegacyKind);
  const [legacy, current] = await Promise.all([
    readAccount(both.legacy, legacyKinds, new Set([...needed].filter(isLegacyKind)), reading),
    readAccount(both.current, kindNames, needed, reading),
  ]);
  const shared = legacyKinds.filter((kind) => legacy.objects.has(kind) && current.objects.has(kind));
  const compared = await Promise.all(
    shared.map((kind) =>
      compareKind(both, kind, { legacy: listOf(legacy, kind), current: listOf(current, kind) }),
    ),
  );
  const held = await compareStates(both, declared);
  const differences = compared.flatMap((kind) => kind.differences);
  const only = compared.flatMap((kind) => kind.only);
  const obstacles = [...held.differences, ...[...differences, ...only].filter((one) => one.in_the_way)];
  return {
    plans_empty: obstacles.length === 0,
    kinds: shared.map((kind) => ({
      kind,
      legacy: listOf(legacy, kind).length,
      current: listOf(current, kind).length,
    })),
    ...{ differences, only, states, declared: declared.length, state_differences: held.differences },
    available: availableIn(current.objects),
    notes: [
      ...notes,
      ...onlyOne(legacy, current, legacyKinds),
      ...compared.flatMap((kind) => kind.notes),
      ...held.notes,
    ],
    requests: {
      legacy: await both.legacy.requestsSent(),
      current: await both.current.requestsSent(),
    },
  };
}

function listOf({ objects }: AccountObjects, kind: LegacyKind): readonly ServiceObject<LegacyKind>[] {
  return (objects.get(kind) ?? []) as readonly ServiceObject<LegacyKind>[];
}

/** What each interface says of kinds that it does not give. */
function onlyOne(legacy: AccountObjects, current: AccountObjects, compared: readonly Kind[]) {
  const told = (version: string, { notes, objects }: AccountObjects) => [
    ...notes.map(({ text }) => ({ text: `Version ${version}: ${text}` })),
    ...compared
      .filter((kind) => !objects.has(kind) && (version === "3.0" ? current : legacy).objects.has(kind))
      .map((kind) => ({
        text: `Only version ${version === "3.0" ? "4.0" : "3.0"} gives ${kinds[kind].plural}.`,
      })),
  ];
  return [...told("3.0", legacy), ...told("4.0", current)];
}

/** One account, open through both interfaces. */
export interface BothInterfaces {
  readonly legacy: Account;
  readonly current: Account;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
}

/**
 * Opens the account through both interfaces, whichever of them is spoken otherwise.
 * @throws Error that names what is missing, or that tells of an interrupt
 */
export function withBoth<T>(
  options: AccountOptions,
  surroundings: Surroundings,
  work: (both: BothInterfaces) => Promise<T>,
): Promise<T> {
  const open = <R>(apiVersion: ApiVersion, then: (session: AccountSession) => Promise<R>): Promise<R> => {
    const words = {
      doing: `Reading the account through version ${apiVersion}`,
      stopped: () => "Stopped before the account was read.",
    };
    return withAccount({ ...options, ...shareOf(options), apiVersion }, surroundings, words, then);
  };
  return open("3.0", ({ account: legacy, signal }) =>
    open("4.0", ({ account: current, signal: alike }) =>
      work({ legacy, current, signal: AbortSignal.any([signal, alike]) }),
    ),
  );
}

/** Each interface counts its own requests, and both spend from the same limit. */
function shareOf({ maxRequestsPerHour }: AccountOptions): AccountOptions {
  return maxRequestsPerHour === undefined ? {} : { maxRequestsPerHour: Math.ceil(maxRequestsPerHour / 2) };
}
