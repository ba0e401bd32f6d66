import { type ErrorKind, ServiceError, unreadable } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";
import type { ServiceObject } from "../../service/responses";
import { isPendingStatus } from "../../service/status";
import { concludeNothing } from "../../snapshot/gaps";
import {
  type Call,
  DiagnosticError,
  isFullyKnown,
  type ObjectValue,
  type Value,
  type WriteCall,
} from "../../terraform";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { abbreviated } from "../text";
import { type ApiObject, createBody, namesCreated, resolveUnknowns } from "./api-fields";
import { flagLock } from "./default-flag";
import { existsAlready, named, objectName, refusedFor } from "./existing-objects";
import type { Fields } from "./identity/natural-key";
import { adoptable, othersIn, whoHadBefore, withRelated } from "./identity/who-has";
import { type Create, searchLost } from "./lost-create";
import {
  type AnyManagedObject,
  type CreateBody,
  type CreatedObjects,
  type Identified,
  idsIn,
  idsOf,
  keyField,
  keyLock,
  type ObjectAttributes,
} from "./object";
import { setPaused } from "./pause";
import { readAfterWrite, withReadBack } from "./read-back";
import { noteCreatedStatus, noteShownStatus } from "./status-words";
import { wireFields } from "./wire";

/**
 * Creates the objects of a resource, and pauses them if planned. From top to bottom: look for existing objects, lock the key, send
 * once, record the answer, read back.
 */
export async function createObject(object: AnyManagedObject, call: Create["call"]): Promise<Identified> {
  const plan = call.plan as ObjectValue;
  const { body } = createBody(object.attributes, plan);
  const create = await createOf(object, call, { ...body, ...object.createFields?.(call as never) });
  const created = await createOnce(create);
  call.savePartial(identityOf(object, created));
  const named = await withNaturalKeys(create, created);
  const identity = identityOf(object, await withUnnamed(create, plan, named));
  call.savePartial(identity);
  const reported = await readBack(create, plan, created);
  const mark = await secondSteps(object, call, plan, identity);
  await object.afterCreate?.(call as never);
  return { ...resolveUnknowns(plan, { ...reported, ...identity, ...mark }), id: identity.id };
}

/** Creates objects that a resource lacks, with their natural keys. */
export async function createMissing(
  object: AnyManagedObject,
  call: Create["call"],
  body: CreateBody,
): Promise<CreatedObjects> {
  const create = await createOf(object, call, body);
  return withNaturalKeys(create, await createOnce(create));
}

async function createOf(object: AnyManagedObject, call: Create["call"], body: CreateBody): Promise<Create> {
  const { context } = call;
  return { object, call, body, ledger: context.ledger(object), reader: await context.reader(object.kind) };
}

/**
 * Sends a create so that exactly one object exists afterwards, or the error describes the outcome. An existing object is reported
 * or adopted, and nothing is sent. After a failure with an unknown outcome, the provider searches the account, and adopts the
 * object with a warning. The API has no idempotency keys. Only a 429 asks to send again, which happens once, if the list lacks
 * the object.
 */
async function createOnce(create: Create): Promise<CreatedObjects> {
  await lookFirst(create);
  return locked(create, async () => (await adoptExisting(create)) ?? send(create));
}

/** Reads the existing objects before anything is created. @throws DiagnosticError if this fails and duplicates are not allowed */
async function lookFirst({ object, call, ledger, reader }: Create): Promise<void> {
  try {
    await ledger.readExisting((onGap) => reader.readWhole(onGap));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    if (call.context.rules.allowDuplicates && thrown.kind !== "stopped") return;
    const { title, plural } = kinds[object.kind];
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

/**
 * Creates that could be confused run one after another, so that none finds an object that another one is just creating. The locks
 * are taken in the order of a deletion, which also moves the flag, so that neither waits for the other.
 */
function locked<T>({ object, call: { context }, body }: Create, act: () => Promise<T>): Promise<T> {
  return context.inTurn(keyLock(object, body), () =>
    body.is_default === true ? context.inTurn(flagLock(object), act) : act(),
  );
}

/** Adopts existing objects; undefined if there are none. @throws DiagnosticError if they must not be adopted */
async function adoptExisting(create: Create): Promise<CreatedObjects | undefined> {
  const { object, call, body } = create;
  const { adoptIdentical, allowDuplicates } = call.context.rules;
  if (allowDuplicates) return undefined;
  const plan = call.plan as ObjectValue;
  // As the plan compared them: without the values that are unknown in it, such as a default that the create sends.
  const open = wireFields(object.attributes).filter(({ name }) => !isFullyKnown(plan[name] ?? null));
  const planned: CreateBody = { ...body, ...Object.fromEntries(open.map(({ field }) => [field, undefined])) };
  const holders = await whoHadBefore({ ...create, body: planned });
  if (holders.duplicates.length === 0) return undefined;
  const identical = adoptable(holders, planned, plan.paused === true);
  // An unchanged resource may manage them. Only the plan can see that, and has rejected it.
  if (!adoptIdentical || identical === undefined) throw existsAlready(create, holders, "Nothing was sent.");
  call.diagnostics.warning(
    "Existing object adopted",
    `The account already has ${named(object, identical)}, as declared. This resource now manages it, and nothing was sent. Fields that the API does not return were not compared.`,
  );
  return record(create, identical, "adopted");
}

async function send(create: Create): Promise<CreatedObjects> {
  const { object, call, body, ledger } = create;
  if (ledger.refusal !== undefined) {
    const { title } = kinds[object.kind];
    throw serviceDiagnostic(ledger.refusal, undefined, [
      `The service answered so to another ${title} of this run, so the create of ${objectName(create)} was not sent.`,
    ]);
  }
  try {
    const collection = (await call.context.client()).collection(object.kind);
    // The table and the schema determine the body; the client validates it.
    const answered = await collection.create(body as CreateRequest<Kind>, { signal: call.signal });
    const requested = onlyRequested(create, answered as unknown as CreatedObjects);
    rejectEarlier(create, requested);
    return record(create, requested, "created");
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "forbidden") ledger.refusal = thrown;
    if (!(thrown instanceof ServiceError && thrown.effect === "possible"))
      throw await createError(create, thrown);
    const found = await searchLost(create, thrown);
    return found === undefined ? send({ ...create, isRepeated: true }) : record(create, found, "created");
  }
}

/** Records the objects as this resource's before any other request. */
function record(
  { ledger, reader }: Create,
  objects: CreatedObjects,
  how: "created" | "adopted",
): CreatedObjects {
  ledger.addIds(how, idsIn(objects));
  for (const created of objects) reader.recordWrite(created);
  return objects;
}

/** @throws DiagnosticError if the service answered also with objects that are not new, which another resource may manage */
function rejectEarlier(create: Create, created: CreatedObjects): void {
  const { ledger } = create;
  const earlier = created.filter(({ id }) => ledger.isAccountedFor(id) && !ledger.has("deleted", id));
  if (earlier.length === 0) return;
  const isManaged = earlier.some(({ id }) => ledger.isManaged(id));
  const existing = { duplicates: created, isDoubtful: false, isManaged };
  const consequence = `The service answered the create with it. ${abbreviated(idsIn(earlier))} existed before, and may have other settings now.`;
  throw existsAlready(create, existing, consequence);
}

/**
 * The objects of an answer that the create asked for. The service may also create others, such as the mail host of a domain
 * (docs/design/open-points.md#10): a warning names them, and no resource manages them.
 * @throws ServiceError with a possible effect if the answer names only others
 */
function onlyRequested(create: Create, objects: CreatedObjects): CreatedObjects {
  const { object, call } = create;
  const others = othersIn(create, objects);
  if (others.length === 0) return objects;
  // The destination of a contact may be a secret.
  const shown = (other: Fields) =>
    object.additionalSecrets ? other.id : `${other[keyField(object)]} (${other.id})`;
  const names = abbreviated(others.map((each) => String(shown(each as Fields))));
  const requested = objects.filter((created) => !others.includes(created));
  const { title, plural } = kinds[object.kind];
  if (requested.length === 0)
    throw unreadable(`create ${title}`, `the answer names only ${names}`, { effect: "possible" });
  call.diagnostics.warning(
    `Further ${plural} created`,
    `The service answered the create of ${objectName(create)} also with ${names}. The resource does not manage them, and never changes them. To manage them, declare and import each.`,
  );
  return requested as unknown as CreatedObjects;
}

/** The error of a create that certainly created nothing. */
async function createError(create: Create, thrown: unknown): Promise<unknown> {
  const unsent = ["transport", "timeout", "rate_limited", "stopped"];
  const isUnsent = thrown instanceof ServiceError && thrown.effect === "none" && unsent.includes(thrown.kind);
  return serviceDiagnostic(thrown, undefined, [
    ...(isUnsent ? [`Nothing was created: the service did not accept ${objectName(create)}.`] : []),
    ...(await refusedFor(create, create.call.context, thrown)),
  ]);
}

/**
 * Completes created objects with their natural keys, if the API returned only ids. A single object has the key that was
 * sent. Several objects are read once.
 */
async function withNaturalKeys(create: Create, objects: CreatedObjects): Promise<CreatedObjects> {
  const { object, call, body } = create;
  const { field } = object.key;
  if (field === undefined || objects.every((created) => field in created)) return objects;
  const [first, ...others] = objects;
  if (others.length === 0) return [{ [field]: body[field], ...first }];
  const consequence = "Until the next refresh, the state has only their SIDs.";
  const now = await readAfterWrite(object, call, idsIn(objects), consequence);
  const byId = new Map(now.map((current) => [current.id, current]));
  const complete = (created: ServiceObject<Kind>) => ({ ...byId.get(created.id), ...created });
  return onlyRequested(create, [complete(first), ...others.map(complete)]);
}

/** The created objects, also those that the answer did not name. If the list cannot be read now, the next refresh finds them. */
async function withUnnamed(
  { object, ledger, reader }: Create,
  plan: ObjectValue,
  named: CreatedObjects,
): Promise<CreatedObjects> {
  const state = { ...plan, ...identityOf(object, named) };
  const list = async () => (await reader.relist(concludeNothing)).objects;
  const all = await withRelated(object, state, named, list).catch(() => named);
  ledger.addIds("created", idsIn(all.slice(named.length)));
  return all as CreatedObjects;
}

/** The id and the members of the resource, from the returned objects. */
function identityOf(object: AnyManagedObject, objects: CreatedObjects): Identified {
  const more = object.membership?.created(objects, null) as ObjectValue | undefined;
  return { id: objects[0].id, ...more };
}

/** The values of the first object, and notes of what the service made of it. */
async function readBack({ object, call, ledger }: Create, plan: ObjectValue, created: CreatedObjects) {
  const [first] = created;
  const isAdopted = ledger.has("adopted", first.id);
  if (!isAdopted) noteCreatedStatus(call, first);
  if (isPendingStatus((first as ApiObject).status)) await noteShownStatus(object, call, "pending", first.id);
  // What the account's plan fixes does not count when an object is adopted.
  const fixed = wireFields(object.attributes).filter(({ fixedByPlan }) => fixedByPlan);
  const names = isAdopted ? fixed.map(({ name }) => name) : namesCreated(object.attributes, plan);
  return withReadBack(object, call, { ids: [first.id], plan, names, returned: created });
}

/** The writes after the create. Returns the mark of the second write. */
async function secondSteps(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  plan: ObjectValue,
  identity: Identified,
): Promise<ObjectValue> {
  const { secondWrite } = object;
  const mark: { [name: string]: Value } = {};
  if (secondWrite !== undefined) {
    await secondStep(call, identity.id, secondWrite, async () => {
      mark[secondWrite.marks] = (await secondWrite.write(call, identity.id, null)) ?? null;
    });
  }
  if (plan.paused === true) {
    const ids = idsOf(object, identity);
    const active = ids.length > 1 ? "Some of its members are" : "It is";
    const advice = `${active} active. Apply again to pause what is active.`;
    const pause = () => setPaused(object, call, { state: identity, ids, paused: true });
    await secondStep(call, identity.id, { done: "paused", advice }, pause);
  }
  return mark;
}

/**
 * A second step of a create. If it fails, it warns and keeps the object: an error would make Terraform replace the object,
 * but the step can be repeated later.
 */
async function secondStep(
  { diagnostics }: Call<Account>,
  id: string,
  { done, advice }: { readonly done: string; readonly advice: string },
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      `Created, but not ${done}`,
      `${id} was created, but could not be ${done}. ${advice}\n\n${reason}`,
      thrown instanceof DiagnosticError ? thrown.path : undefined,
    );
  }
}
