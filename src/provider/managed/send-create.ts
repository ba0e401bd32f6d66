import { type ErrorKind, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";
import type { Call, ObjectValue, WriteCall } from "../../terraform";
import type { Account } from "../account";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { existingBefore, existsAlready, listed, refusedFor } from "./existing-objects";
import { keyText } from "./match-created";
import type { CreateBody } from "./matches-request";
import type { CreatedObjects } from "./natural-keys";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { ownershipOf } from "./ownership";
import { objectName, recoverCreate } from "./recover-create";
import { isRefusal } from "./refusals";

/**
 * Sends a create so that in the end exactly one object is there, or the error says what is. An object that exists already
 * is reported or adopted, and nothing is sent. After a failure that leaves open whether the create was carried out, the
 * account is looked through: what is there is adopted with a warning, and only what certainly is not there is sent again,
 * once. The service has no keys that would make it safe otherwise.
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

/** Reads what exists before anything is created. @throws DiagnosticError when it cannot be read and must be known */
async function readExisting({ kind }: AnyManagedObject, { context }: Call<Account>): Promise<void> {
  try {
    await ownershipOf(context, kind).ensureBaseline();
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    if (context.rules.allowDuplicates && thrown.kind !== "stopped") return;
    const { title, plural } = kinds[kind];
    throw serviceDiagnostic(thrown, undefined, [
      `Nothing was created: without the list of ${plural}, the provider cannot know whether this ${title} exists already.`,
      ...(listFailures.includes(thrown.kind) ? [allowDuplicatesHint] : []),
    ]);
  }
}

/** Failures with which a list may fail while a create succeeds. */
const listFailures: readonly ErrorKind[] = ["server", "timeout", "unreadable"];

const allowDuplicatesHint =
  "To create objects although the list cannot be read, set allow_duplicates = true in the configuration of the provider.";

/** What exists already and is adopted; undefined when it is to be created. @throws DiagnosticError when it is reported */
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
  // A resource that this apply leaves as it is may manage them, which only the plan can see: it has refused that.
  if (adoptIdentical && identical !== undefined) {
    ownership.markAdopted(identical.map(({ id }) => id));
    call.diagnostics.warning(
      "Adopted instead of created",
      `The account already has ${listed(object, identical)}, as declared. This resource manages it from now on, and nothing was sent. Fields that the service does not return were not compared.`,
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
  "It was sent twice, and the account was looked through each time: it is not there, so nothing was created.";

/** A create of which it is certain that nothing came. */
async function createError(
  object: AnyManagedObject,
  call: Call<Account>,
  body: CreateBody,
  thrown: unknown,
  ...more: readonly string[]
): Promise<unknown> {
  const twins = await refusedFor(object, call, body, thrown);
  return serviceDiagnostic(thrown, undefined, [...more, ...nothingCreated(object, body, thrown), ...twins]);
}

async function send(
  { kind }: AnyManagedObject,
  { context, signal }: Call<Account>,
  body: CreateBody,
): Promise<CreatedObjects> {
  const collection = await context.collection(kind);
  // The body holds what the table says, by the schema's types; the client checks it against the service's.
  return (await collection.create(body as CreateRequest<Kind>, { signal })) as unknown as CreatedObjects;
}

/** Before anything else is asked of the service, the objects are this resource's. */
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

/** Whether it may be there although this sending failed. A refusal of the second may come of the first, late. */
function isUncertain(thrown: ServiceError, isLast: boolean): boolean {
  return thrown.effect === "possible" || (isLast && isRefusal(thrown));
}

/** What is certain of a create that did not get as far as a refusal, which says so itself. */
function nothingCreated(object: AnyManagedObject, body: CreateBody, thrown: unknown): string[] {
  const unsent = ["transport", "timeout", "rate_limited", "stopped"];
  if (!(thrown instanceof ServiceError) || thrown.effect === "possible" || !unsent.includes(thrown.kind))
    return [];
  return [`Nothing was created: the service has not accepted ${objectName(object, body)}.`];
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
    ? "that was not there when this run began"
    : "that nothing in this run knows as another's (the list could not be read before)";
  diagnostics.warning(
    "Created, though the answer was lost",
    [
      sentence(thrown.message),
      `The account was looked through then, and has ${what} just as sent, ${before}: ${ids}. This resource manages it from now on.`,
      `If somebody else created the same at the same moment, the two cannot be told apart: then see whose ${ids} ${are}.`,
    ].join("\n\n"),
  );
}
