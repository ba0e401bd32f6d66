import { type ErrorKind, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";
import type { Call, ObjectValue, WriteCall } from "../../terraform";
import type { Account } from "../account";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { existingBefore, existsAlready, listed, refusedFor } from "./existing-objects";
import { keyText } from "./match-created";
import type { CreatedObjects } from "./natural-keys";
import type { AnyManagedObject, CreateBody, ObjectAttributes } from "./object";
import { ownershipOf } from "./ownership";
import { objectName, recoverCreate } from "./recover-create";
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
  return ownershipOf(call.context, object.kind).withLock(keyText(object, body), async () => {
    return (await findExisting(object, call, body)) ?? createOne(object, call, body);
  });
}

/** Reads the existing objects before anything is created. @throws DiagnosticError if this fails and duplicates are not allowed */
async function readExisting({ kind }: AnyManagedObject, { context }: Call<Account>): Promise<void> {
  try {
    await ownershipOf(context, kind).ensureBaseline();
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

/** The existing objects to adopt; undefined if there are none. @throws DiagnosticError if they must not be adopted */
async function findExisting(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  body: CreateBody,
): Promise<CreatedObjects | undefined> {
  const { adoptIdentical, allowDuplicates } = call.context.rules;
  if (allowDuplicates) return undefined;
  const ownership = ownershipOf(call.context, object.kind);
  const { paused } = call.plan as ObjectValue;
  const { objects, identical } = await existingBefore(object, call.context, body, paused === true);
  if (objects.length === 0) return undefined;
  // An unchanged resource may manage them. Only the plan can see that, and has rejected it.
  if (adoptIdentical && identical !== undefined) {
    ownership.markAdopted(identical.map(({ id }) => id));
    call.diagnostics.warning(
      "Existing object adopted",
      `The account already has ${listed(object, identical)}, as declared. This resource now manages it, and nothing was sent. Fields that the API does not return were not compared.`,
    );
    return markOwned(object, call, identical);
  }
  throw existsAlready(object, body, objects);
}

async function createOne(
  object: AnyManagedObject,
  call: Call<Account>,
  body: CreateBody,
  isLast = false,
): Promise<CreatedObjects> {
  try {
    return await markOwned(object, call, await send(object, call, body));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || !isUncertain(thrown, isLast))
      throw await createError(object, call, body, thrown);
    const found = await recoverCreate({ object, call, body, thrown });
    if (found !== undefined) {
      warnOfAdoption(object, call, found, thrown);
      return markOwned(object, call, found);
    }
    if (isLast) throw await createError(object, call, body, thrown, sentTwice);
    return createOne(object, call, body, true);
  }
}

const sentTwice =
  "The create was sent twice, and the account was searched each time. The object does not exist: nothing was created.";

/** The error of a create that certainly created nothing. */
async function createError(
  object: AnyManagedObject,
  call: Call<Account>,
  body: CreateBody,
  thrown: unknown,
  ...more: readonly string[]
): Promise<unknown> {
  const reasons = await refusedFor(object, call, body, thrown);
  return serviceDiagnostic(thrown, undefined, [...more, ...nothingCreated(object, body, thrown), ...reasons]);
}

async function send(
  { kind }: AnyManagedObject,
  { context, signal }: Call<Account>,
  body: CreateBody,
): Promise<CreatedObjects> {
  const collection = await context.collection(kind);
  // The table and the schema determine the body; the client validates it.
  return (await collection.create(body as CreateRequest<Kind>, { signal })) as unknown as CreatedObjects;
}

/** Records the objects as this resource's before any other request. */
async function markOwned(
  { kind }: AnyManagedObject,
  { context }: Call<Account>,
  objects: CreatedObjects,
): Promise<CreatedObjects> {
  ownershipOf(context, kind).markManaged(objects.map(({ id }) => id));
  const reader = await context.reader(kind);
  for (const created of objects) reader.recordWrite(created);
  return objects;
}

/** Whether the object may exist despite the failure. The second create may be refused because the first took effect late. */
function isUncertain(thrown: ServiceError, isLast: boolean): boolean {
  return thrown.effect === "possible" || (isLast && isRefusal(thrown));
}

/** A sentence for a create that was not sent or accepted. A refusal states this itself. */
function nothingCreated(object: AnyManagedObject, body: CreateBody, thrown: unknown): string[] {
  const unsent = ["transport", "timeout", "rate_limited", "stopped"];
  if (!(thrown instanceof ServiceError) || thrown.effect === "possible" || !unsent.includes(thrown.kind))
    return [];
  return [`Nothing was created: the service did not accept ${objectName(object, body)}.`];
}

function warnOfAdoption(
  { kind }: AnyManagedObject,
  { context, diagnostics }: Call<Account>,
  objects: CreatedObjects,
  thrown: ServiceError,
): void {
  const { title, plural } = kinds[kind];
  const ids = objects.map(({ id }) => id).join(", ");
  const [what, are] = objects.length === 1 ? [`a ${title}`, "is"] : [`${objects.length} ${plural}`, "are"];
  const before = ownershipOf(context, kind).hasBaseline
    ? "that did not exist when this run began"
    : "that no other resource of this run manages (the list could not be read before)";
  diagnostics.warning(
    "Response to a create was lost",
    [
      sentence(thrown.message),
      `The provider then searched the account and found ${what} as sent, ${before}: ${ids}. This resource now manages it.`,
      `If another program created the same ${title} at the same time, check which of them ${ids} ${are}.`,
    ].join("\n\n"),
  );
}
