import { type ErrorKind, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Call } from "../../terraform";
import type { Account } from "../account";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { keyField, matchCreated } from "./match-created";
import type { CreatedObjects } from "./natural-keys";
import type { AnyManagedObject, CreateBody } from "./object";
import { type Ownership, ownershipOf } from "./ownership";

/** A create with an unknown outcome. */
export interface UncertainCreate {
  readonly object: AnyManagedObject;
  readonly call: Call<Account>;
  readonly body: CreateBody;
  /** The failure that left the outcome unknown. */
  readonly thrown: ServiceError;
}

/** Reads that decide that the object does not exist or is ambiguous: a create may still take effect after the first one. */
const requiredReads = 2;

/** Milliseconds before each read: about a minute in all, for a service that restarts. */
const delays = [0, 2_000, 5_000, 10_000, 20_000, 30_000];

/** After a timeout the request may still be in a queue of the service. */
const delaysAfterTimeout = [0, 10_000, 10_000, 20_000, 30_000];

/** How many reads may fail, by kind of error, before the search ends; one if not listed. */
const failureLimits: Partial<Record<ErrorKind, number>> = {
  transport: 6,
  timeout: 6,
  server: 6,
  unreadable: 2,
};

/**
 * Searches the account for the objects of a create with an unknown outcome (docs/design/writing.md).
 * @returns undefined if they certainly do not exist
 * @throws DiagnosticError if the search is inconclusive, with the SIDs and import commands of candidates
 */
export async function recoverCreate(lost: UncertainCreate): Promise<CreatedObjects | undefined> {
  const { context, signal } = lost.call;
  const ownership = ownershipOf(context, lost.object.kind);
  let reason = "the list changed while it was read";
  const reader = await context.reader(lost.object.kind);
  let reads = 0;
  let completeReads = 0;
  let failures = 0;
  let before: readonly ServiceObject<Kind>[] = [];
  for (const wait of lost.thrown.kind === "timeout" ? delaysAfterTimeout : delays) {
    try {
      await context.sleep(wait, signal);
      const { objects, complete } = await reader.relist();
      reads += 1;
      if (complete) completeReads += 1;
      const { near, made, mayGrow } = await found(lost, ownership, objects);
      // Creating the many hosts of a subnet may take time.
      const isSettled = reads >= requiredReads && near.length === before.length;
      before = near;
      if (made !== undefined && (isSettled || !mayGrow)) return made;
      if (near.length > 0 && isSettled) break;
      if (near.length === 0 && completeReads >= requiredReads) return undefined;
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      reason = failure.message;
      failures += 1;
      if (failures >= (failureLimits[failure.kind] ?? 1)) break;
    }
  }
  throw before.length > 0 ? ambiguousError(lost, before) : unverifiedError(lost, reason);
}

async function found(
  { object, body }: UncertainCreate,
  ownership: Ownership,
  listed: readonly ServiceObject<Kind>[],
): Promise<{ near: readonly ServiceObject<Kind>[]; made?: CreatedObjects; mayGrow?: boolean }> {
  const objects = listed.filter(({ id }) => !ownership.isKnown(id));
  const {
    candidates: near,
    created: made = [],
    mayGrow = false,
  } = await matchCreated(object, { body, objects });
  const [first, ...others] = made;
  // If a kind can have duplicates and the baseline is unknown, only the user can decide.
  const isCertain = ownership.hasBaseline || object.naturalKey !== undefined;
  return first !== undefined && isCertain ? { near, made: [first, ...others], mayGrow } : { near };
}

/** The account has candidates, but none of them is certain. */
function ambiguousError(
  { object, body, thrown }: UncertainCreate,
  near: readonly ServiceObject<Kind>[],
): unknown {
  const { title, plural } = kinds[object.kind];
  const commands = near.map(({ id }) => `terraform import <address of this resource> ${id}`);
  const found = near.length === 1 ? `a ${title}` : `${near.length} ${plural}`;
  return serviceDiagnostic(thrown, undefined, [
    `The create may have succeeded: the account has ${found} that may be ${objectName(object, body)}, but the provider cannot verify this: ${near.map(({ id }) => id).join(", ")}.`,
    `Review ${near.length === 1 ? "it" : "them"} before you apply again. To manage one of them, run one of these commands:\n${commands.join("\n")}\nDelete the ones you do not need.`,
  ]);
}

/** The account could not be searched. */
function unverifiedError({ object, body, thrown }: UncertainCreate, reason: string): unknown {
  const { title } = kinds[object.kind];
  return serviceDiagnostic(thrown, undefined, [
    `The ${title} may have been created, but the account could not be searched for it: ${sentence(reason)}`,
    `Before you apply again, look for ${objectName(object, body)} in the account. If it exists, run: terraform import <address of this resource> <its SID>`,
  ]);
}

/** The object with its key, as in `the host "mail.example.com"`. */
export function objectName(object: AnyManagedObject, body: CreateBody): string {
  return `the ${kinds[object.kind].title} ${JSON.stringify(body[keyField(object)])}`;
}
