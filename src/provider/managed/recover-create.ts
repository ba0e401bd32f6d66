import { type ErrorKind, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Call } from "../../terraform";
import type { Account } from "../account";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { keyField, matchCreated } from "./match-created";
import type { CreateBody } from "./matches-request";
import type { CreatedObjects } from "./natural-keys";
import type { AnyManagedObject } from "./object";
import { type Ownership, ownershipOf } from "./ownership";

/** A create of which it is not known whether it was carried out. */
export interface UncertainCreate {
  readonly object: AnyManagedObject;
  readonly call: Call<Account>;
  readonly body: CreateBody;
  /** The failure after which nobody knows. */
  readonly thrown: ServiceError;
}

/** How many looks decide that it is not there, or cannot be told: what was sent may still take effect after the first. */
const requiredReads = 2;

/** Milliseconds before each look. A service that restarts is waited for about a minute. */
const delays = [0, 2_000, 5_000, 10_000, 20_000, 30_000];

/** After a time-out the request may still stand in a queue of the service. */
const delaysAfterTimeout = [0, 10_000, 10_000, 20_000, 30_000];

/** How many listings may fail in which way until no more is tried; without a number, one. */
const failureLimits: Partial<Record<ErrorKind, number>> = {
  transport: 6,
  timeout: 6,
  server: 6,
  unreadable: 2,
};

/**
 * Looks in the account for what a create may have made (docs/design/writing.md), and returns it, or undefined when it certainly is
 * not there. Throws a diagnostic, with ids and commands where there are any, when it cannot be told.
 */
export async function recoverCreate(lost: UncertainCreate): Promise<CreatedObjects | undefined> {
  const { context, signal } = lost.call;
  const ownership = ownershipOf(context, lost.object.kind);
  let why = "its list changed while it was read";
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
      // What makes many hosts of a subnet may take its time.
      const isSettled = reads >= requiredReads && near.length === before.length;
      before = near;
      if (made !== undefined && (isSettled || !mayGrow)) return made;
      if (near.length > 0 && isSettled) break;
      if (near.length === 0 && completeReads >= requiredReads) return undefined;
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      why = failure.message;
      failures += 1;
      if (failures >= (failureLimits[failure.kind] ?? 1)) break;
    }
  }
  throw before.length > 0 ? ambiguousError(lost, before) : unverifiedError(lost, why);
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
  // Of a kind that may have twins, what was there before could be one: then only a person can tell.
  const isCertain = ownership.hasBaseline || object.naturalKey !== undefined;
  return first !== undefined && isCertain ? { near, made: [first, ...others], mayGrow } : { near };
}

/** There is something in its place, and it cannot be told what. */
function ambiguousError(
  { object, body, thrown }: UncertainCreate,
  near: readonly ServiceObject<Kind>[],
): unknown {
  const { title, plural } = kinds[object.kind];
  const commands = near.map(({ id }) => `terraform import <address of this resource> ${id}`);
  const many = near.length === 1 ? `a ${title}` : `${near.length} ${plural}`;
  return serviceDiagnostic(thrown, undefined, [
    `The ${title} may have been created all the same: the account has ${many} in the place of ${objectName(object, body)} that cannot be told for certain to be it: ${near.map(({ id }) => id).join(", ")}.`,
    `Look at them before you apply again. To manage one of them, run one of:\n${commands.join("\n")}\nDelete what nobody needs.`,
  ]);
}

/** The account could not be looked through. */
function unverifiedError({ object, body, thrown }: UncertainCreate, why: string): unknown {
  const { title } = kinds[object.kind];
  return serviceDiagnostic(thrown, undefined, [
    `The ${title} may have been created all the same, and the account could not be looked through for it: ${sentence(why)}`,
    `Before you apply again, look for ${objectName(object, body)} in the account; if it is there, run: terraform import <address of this resource> <its SID>`,
  ]);
}

/** The object as its body names it, as in `the host "mail.example.com"`. */
export function objectName(object: AnyManagedObject, body: CreateBody): string {
  return `the ${kinds[object.kind].title} ${JSON.stringify(body[keyField(object)])}`;
}
