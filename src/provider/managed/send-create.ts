import { type ErrorKind, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";
import type { ServiceObject } from "../../service/responses";
import type { Call, ObjectValue, WriteCall } from "../../terraform";
import type { Account } from "../account";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { existingBefore, existsAlready, named, refusedFor } from "./existing-objects";
import { lookAlikes } from "./look-alikes";
import {
  type AnyManagedObject,
  type CreateBody,
  type CreatedObjects,
  keyField,
  keyLock,
  type LookAlikes,
  type ObjectAttributes,
} from "./object";
import { isRefusal } from "./refusals";

/**
 * Sends a create so that exactly one object exists afterwards, or the error describes the outcome. An existing object is
 * reported or adopted, and nothing is sent. After a failure with an unknown outcome, the provider searches the account: it
 * adopts the object with a warning, or, if the object certainly does not exist, sends the create once more. The API has no
 * idempotency keys.
 */
export async function sendCreate(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  body: CreateBody,
): Promise<CreatedObjects> {
  await readExisting(object, call);
  // Creates that could be confused run one after another, so that none finds an object that another one is just creating.
  return call.context.inTurn(keyLock(object, body), async () => {
    return (await adoptExisting(object, call, body)) ?? createOne({ object, call, body });
  });
}

/** Reads the existing objects before anything is created. @throws DiagnosticError if this fails and duplicates are not allowed */
async function readExisting(object: AnyManagedObject, { context }: Call<Account>): Promise<void> {
  const { kind } = object;
  try {
    await context.ledger(object).readExisting(async () => (await context.reader(kind)).readAllNow());
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    if (context.rules.allowDuplicates && thrown.kind !== "stopped") return;
    const { title, plural } = kinds[kind];
    throw serviceDiagnostic(thrown, undefined, [
      `Nothing was created: without the list of ${plural}, the provider cannot know whether this ${title} already exists.`,
      ...(listFailures.includes(thrown.kind) ? [allowDuplicatesHint] : []),
    ]);
  }
}

/** Kinds of failure of a list after which a create may still succeed. */
const listFailures: readonly ErrorKind[] = ["server", "timeout", "unreadable"];

const allowDuplicatesHint =
  "To create objects although the list cannot be read, set allow_duplicates = true in the provider's configuration.";

/** Adopts existing objects; undefined if there are none. @throws DiagnosticError if they must not be adopted */
async function adoptExisting(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  body: CreateBody,
): Promise<CreatedObjects | undefined> {
  const { adoptIdentical, allowDuplicates } = call.context.rules;
  if (allowDuplicates) return undefined;
  const { paused } = call.plan as ObjectValue;
  const { objects, identical } = await existingBefore(object, call.context, body, paused === true);
  if (objects.length === 0) return undefined;
  // An unchanged resource may manage them. Only the plan can see that, and has rejected it.
  if (!adoptIdentical || identical === undefined) throw existsAlready(object, body, objects);
  call.diagnostics.warning(
    "Existing object adopted",
    `The account already has ${named(object, identical)}, as declared. This resource now manages it, and nothing was sent. Fields that the API does not return were not compared.`,
  );
  return owned(object, call, identical, "adopted");
}

interface Create {
  readonly object: AnyManagedObject;
  readonly call: Call<Account>;
  readonly body: CreateBody;
}

async function createOne(create: Create, isLast = false): Promise<CreatedObjects> {
  const { object, call, body } = create;
  try {
    const collection = await call.context.collection(object.kind);
    // The table and the schema determine the body; the client validates it.
    const objects = await collection.create(body as CreateRequest<Kind>, { signal: call.signal });
    return await owned(object, call, objects as unknown as CreatedObjects, "created");
  } catch (thrown) {
    // The second create may be refused because the first took effect late.
    const isUncertain =
      thrown instanceof ServiceError && (thrown.effect === "possible" || (isLast && isRefusal(thrown)));
    if (!isUncertain) throw await createError(create, thrown);
    const found = await searchAccount(create, thrown);
    if (found !== undefined) return owned(object, call, found, "created");
    if (isLast) throw await createError(create, thrown, sentTwice);
    return createOne(create, true);
  }
}

const sentTwice =
  "The create was sent twice, and the account was searched each time. The object does not exist: nothing was created.";

/** Records the objects as this resource's before any other request. */
async function owned(
  object: AnyManagedObject,
  { context }: Call<Account>,
  objects: CreatedObjects,
  how: "created" | "adopted",
): Promise<CreatedObjects> {
  context.ledger(object).addIds(
    how,
    objects.map(({ id }) => id),
  );
  const reader = await context.reader(object.kind);
  for (const created of objects) reader.recordWrite(created);
  return objects;
}

/** The error of a create that certainly created nothing. */
async function createError(
  { object, call, body }: Create,
  thrown: unknown,
  ...more: readonly string[]
): Promise<unknown> {
  const unsent = ["transport", "timeout", "rate_limited", "stopped"];
  const isUnsent = thrown instanceof ServiceError && thrown.effect === "none" && unsent.includes(thrown.kind);
  return serviceDiagnostic(thrown, undefined, [
    ...more,
    ...(isUnsent ? [`Nothing was created: the service did not accept ${objectName(object, body)}.`] : []),
    ...(await refusedFor(object, call, body, thrown)),
  ]);
}

/** Reads that decide that the object does not exist or is ambiguous: a create may still take effect after the first one. */
const requiredReads = 2;

/** Milliseconds before each read: about a minute in all, for a service that restarts. */
const delays = [0, 2_000, 5_000, 10_000, 20_000, 30_000];

/** After a timeout the request may still be in a queue of the service. */
const delaysAfterTimeout = [0, 10_000, 10_000, 20_000, 30_000];

/** How many reads may fail, by kind of error, before the search ends; one if not in this table. */
const failureLimits: Partial<Record<ErrorKind, number>> = {
  transport: 6,
  timeout: 6,
  server: 6,
  unreadable: 2,
};

/**
 * Searches the account for the objects of a create with an unknown outcome (docs/design/writing.md), and warns if it finds them.
 * @returns undefined if they certainly do not exist
 * @throws DiagnosticError if the search is inconclusive, with the SIDs and import commands of candidates
 */
async function searchAccount(create: Create, lost: ServiceError): Promise<CreatedObjects | undefined> {
  const { context, signal } = create.call;
  const reader = await context.reader(create.object.kind);
  let reason = "the list changed while it was read";
  let reads = 0;
  let completeReads = 0;
  let failures = 0;
  let before: LookAlikes<Kind>["near"] = [];
  for (const wait of lost.kind === "timeout" ? delaysAfterTimeout : delays) {
    try {
      await context.sleep(wait, signal);
      const { objects, complete } = await reader.relist();
      reads += 1;
      if (complete) completeReads += 1;
      const { near, same, mayGrow } = await candidates(create, objects);
      // Creating the many hosts of a subnet may take time.
      const isSettled = reads >= requiredReads && near.length === before.length;
      before = near;
      if (same !== undefined && (isSettled || !mayGrow)) {
        warnOfAdoption(create, same, lost);
        return same;
      }
      if (near.length > 0 && isSettled) break;
      if (near.length === 0 && completeReads >= requiredReads) return undefined;
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      reason = failure.message;
      failures += 1;
      if (failures >= (failureLimits[failure.kind] ?? 1)) break;
    }
  }
  throw before.length > 0 ? doubtError(create, before, lost) : unsearchedError(create, reason, lost);
}

/** The objects that the create may have made. */
async function candidates(
  { object, call, body }: Create,
  all: readonly ServiceObject<Kind>[],
): Promise<LookAlikes<Kind>> {
  const ledger = call.context.ledger(object);
  const unknown = all.filter(({ id }) => !ledger.isAccountedFor(id));
  const found = await lookAlikes(object, body, unknown);
  // If a kind can have duplicates and the objects from before are unknown, only the user can decide.
  const isCertain = ledger.knowsExisting || object.naturalKey !== undefined;
  return isCertain ? found : { near: found.near };
}

function warnOfAdoption({ object, call }: Create, objects: CreatedObjects, lost: ServiceError): void {
  const { title, plural } = kinds[object.kind];
  const ids = idsIn(objects);
  const [what, are] = objects.length === 1 ? [`a ${title}`, "is"] : [`${objects.length} ${plural}`, "are"];
  const before = call.context.ledger(object).knowsExisting
    ? "that did not exist when this run began"
    : "that no other resource of this run manages (the list could not be read before)";
  call.diagnostics.warning(
    "Response to a create was lost",
    [
      sentence(lost.message),
      `The provider then searched the account and found ${what} as sent, ${before}: ${ids}. This resource now manages it.`,
      `If another program created the same ${title} at the same time, check which of them ${ids} ${are}.`,
    ].join("\n\n"),
  );
}

/** The account has candidates, but none of them is certain. */
function doubtError(
  { object, call, body }: Create,
  near: readonly ServiceObject<Kind>[],
  lost: ServiceError,
): unknown {
  const { title, plural } = kinds[object.kind];
  call.context.ledger(object).addIds(
    "in doubt",
    near.map(({ id }) => id),
  );
  const commands = near.map(({ id }) => `terraform import <address of this resource> ${id}`);
  const count = near.length === 1 ? `a ${title}` : `${near.length} ${plural}`;
  return serviceDiagnostic(lost, undefined, [
    `The create may have succeeded: the account has ${count} that may be ${objectName(object, body)}, but the provider cannot verify this: ${idsIn(near)}.`,
    `Review ${near.length === 1 ? "it" : "them"} before you apply again. To manage one of them, run one of these commands:\n${commands.join("\n")}\nDelete the ones you do not need.`,
  ]);
}

/** The account could not be searched. */
function unsearchedError({ object, body }: Create, reason: string, lost: ServiceError): unknown {
  const { title } = kinds[object.kind];
  return serviceDiagnostic(lost, undefined, [
    `The ${title} may have been created, but the account could not be searched for it: ${sentence(reason)}`,
    `Before you apply again, look for ${objectName(object, body)} in the account. If it exists, run: terraform import <address of this resource> <its SID>`,
  ]);
}

/** The object with its key, as in `the host "mail.example.com"`. */
function objectName(object: AnyManagedObject, body: CreateBody): string {
  return `the ${kinds[object.kind].title} ${JSON.stringify(body[keyField(object)])}`;
}

function idsIn(objects: readonly { readonly id: string }[]): string {
  return objects.map(({ id }) => id).join(", ");
}
