import { type ErrorKind, failed, ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";
import type { ServiceObject } from "../../service/responses";
import { concludeNothing } from "../../snapshot/gaps";
import { DiagnosticError, type ObjectValue, type Value } from "../../terraform";
import { serviceDiagnostic } from "../service-diagnostic";
import { abbreviated } from "../text";
import { createBody } from "./api-fields";
import { flagLock } from "./default-flag";
import { existsAlready, named, objectName, refusedFor, warnOfSimilar } from "./existing-objects";
import type { Fields } from "./identity/natural-key";
import { adoptable, partsOfAnswer, whoHadBefore, withRelated } from "./identity/who-has";
import { type Create, searchLost } from "./lost-create";
import {
  type AnyManagedObject,
  type Call,
  type CreateBody,
  type CreatedObjects,
  type Identified,
  idsIn,
  idsOf,
  keyField,
  keyLock,
} from "./object";
import { setPaused } from "./pause";
import { readAfterWrite, withReadBack } from "./read-back";
import { noteCreatedStatus } from "./status-words";

/**
 * Creates the objects of a resource, and pauses them if planned. From top to bottom: look for existing objects, lock the key, send
 * once, record the answer, read back.
 */
export async function createObject(object: AnyManagedObject, call: Create["call"]): Promise<Identified> {
  const { plan } = call;
  const { body, names } = createBody(object.attributes, plan);
  const create = await createOf(object, call, body, object.createFields?.(call as never));
  const { objects: created, isAdopted } = await createOnce(create);
  call.savePartial(identityOf(object, created));
  const identity = identityOf(object, await withUnnamed(create, await withNaturalKeys(create, created)));
  call.savePartial(identity);
  const [first] = created;
  await noteCreatedStatus(object, call, first, isAdopted);
  const written = { ids: [first.id], plan, names, returned: created, isAdopted, known: identity };
  const state = await withReadBack(object, call, written);
  const mark = await secondSteps(object, call, identity);
  await object.afterCreate?.warn(call as never);
  return { ...state, ...mark, id: identity.id };
}

/** Creates objects that a resource lacks, with their natural keys. */
export async function createMissing(object: AnyManagedObject, call: Create["call"], body: CreateBody) {
  const create = await createOf(object, call, body);
  const { objects } = await createOnce(create);
  return withNaturalKeys(create, objects);
}

/** @param more fields that the plan does not have, such as a default that the create sends in place of an unknown value */
async function createOf(
  object: AnyManagedObject,
  call: Create["call"],
  planned: CreateBody,
  more?: CreateBody,
): Promise<Create> {
  const { context } = call;
  const [ledger, reader] = [context.ledger(object), await context.reader(object.kind)];
  return { object, call, planned, body: { ...planned, ...more }, ledger, reader };
}

/**
 * Sends a create so that exactly one object exists afterwards, or the error describes the outcome. An existing object is reported
 * or adopted, and nothing is sent. After a failure with an unknown outcome, the provider searches the account, and adopts the
 * object with a warning. Also returns whether the objects existed before. The API has no idempotency keys. Only a 429 asks to send again, which happens once, if the list lacks
 * the object.
 */
async function createOnce(create: Create) {
  const { object, call, body, ledger, reader } = create;
  await lookFirst(create);
  const act = async () => {
    const adopted = await existingToAdopt(create);
    const objects = adopted ?? (await send(create));
    // Recorded as this resource's before any other request.
    for (const each of objects) {
      ledger.addIds(adopted === undefined ? "created" : "adopted", [each.id]);
      reader.recordWrite(each);
    }
    return { objects, isAdopted: adopted !== undefined };
  };
  // Creates that could be confused run one after another, so that none finds an object that another one is just creating. The
  // locks are taken in the order of a deletion, which also moves the flag, so that neither waits for the other.
  return call.context.inTurn(keyLock(object, body), () =>
    body.is_default === true ? call.context.inTurn(flagLock(object), act) : act(),
  );
}

/** Reads the existing objects before anything is created. @throws DiagnosticError if this fails and duplicates are not allowed */
async function lookFirst({ object, call, ledger, reader }: Create): Promise<void> {
  try {
    await ledger.readExisting(reader);
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

/** The existing objects to adopt; undefined if there are none. @throws DiagnosticError if they must not be adopted */
async function existingToAdopt(create: Create): Promise<CreatedObjects | undefined> {
  const { object, call, body, planned } = create;
  const { adoptIdentical, allowDuplicates } = call.context.rules;
  if (allowDuplicates) return undefined;
  // As the plan compared them.
  const holders = await whoHadBefore({ ...create, body: planned });
  if (holders.duplicates.length === 0) {
    // The plan could not warn of them.
    if (call.context.hasReportedFailure) warnOfSimilar(create, call.diagnostics, holders);
    return undefined;
  }
  const identical = adoptable(holders, body, call.plan.paused === true);
  // An unchanged resource may manage them. Only the plan can see that, and has rejected it.
  if (!adoptIdentical || identical === undefined) throw existsAlready(create, holders, "Nothing was sent.");
  call.diagnostics.warning(
    "Existing object adopted",
    `The account already has ${named(object, identical)}, as declared. This resource now manages it, and nothing was sent. Fields that the API does not return were not compared.`,
  );
  return identical;
}

/** Sends the create, and searches the account if its outcome is unknown. */
async function send(create: Create): Promise<CreatedObjects> {
  const { object, call, body, ledger } = create;
  if (ledger.refusal !== undefined) {
    const { title } = kinds[object.kind];
    throw serviceDiagnostic(ledger.refusal, undefined, [
      `The service answered so to another ${title} of this run, so the create of ${objectName(create)} was not sent.`,
    ]);
  }
  const collection = (await call.context.client()).collection(object.kind);
  try {
    // The table and the schema determine the body; the client validates it.
    const answered = await collection.create(body as CreateRequest<Kind>, { signal: call.signal });
    const parts = partsOfAnswer(create, answered as unknown as CreatedObjects);
    reportOthers(create, parts);
    if (parts.earlier.length > 0) throw notNew(create, parts);
    return parts.requested as unknown as CreatedObjects;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "forbidden") ledger.refusal = thrown;
    if (!(thrown instanceof ServiceError && thrown.effect === "possible"))
      throw await createError(create, thrown);
    return (await searchLost(create, thrown)) ?? send({ ...create, isRepeated: true });
  }
}

/**
 * Warns of objects in an answer that the create did not ask for, such as the mail host of a domain
 * (docs/design/open-points.md#10): no resource manages them.
 * @throws ServiceError with a possible effect if the answer names only such
 */
function reportOthers(create: Create, { requested, others }: ReturnType<typeof partsOfAnswer>): void {
  if (others.length === 0) return;
  const { object, call } = create;
  // The destination of a contact may be a secret.
  const shown = (other: Fields) =>
    object.additionalSecrets ? other.id : `${other[keyField(object)]} (${other.id})`;
  const names = abbreviated(others.map((each) => String(shown(each as Fields))));
  const { title, plural } = kinds[object.kind];
  if (requested.length === 0)
    throw failed("unreadable", `create ${title}`, `the answer names only ${names}`, { effect: "possible" });
  call.diagnostics.warning(
    `Further ${plural} created`,
    `The service answered the create of ${objectName(create)} also with ${names}. The resource does not manage them, and never changes them. To manage them, declare and import each.`,
  );
}

/** The error of an answer that names objects that are not new, which another resource may manage. */
function notNew(create: Create, { requested, earlier }: ReturnType<typeof partsOfAnswer>): DiagnosticError {
  const isManaged = earlier.some(({ id }) => create.ledger.isManaged(id));
  const owner = isManaged ? " A resource of the state manages it." : "";
  const consequence = `The service answered the create with it. ${abbreviated(idsIn(earlier))} existed before, and may have other settings now.${owner}`;
  return existsAlready(create, { duplicates: requested, isDoubtful: false, isManaged }, consequence);
}

/** The error of a create that certainly created nothing. */
async function createError(create: Create, thrown: unknown): Promise<unknown> {
  const unsent = ["transport", "timeout", "rate_limited", "stopped"];
  const isUnsent = thrown instanceof ServiceError && unsent.includes(thrown.kind);
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
  const parts = partsOfAnswer(create, [complete(first), ...others.map(complete)]);
  reportOthers(create, parts);
  return parts.requested as unknown as CreatedObjects;
}

/** The created objects, also those that the answer did not name. If the list cannot be read now, the next refresh finds them. */
async function withUnnamed(create: Create, named: CreatedObjects): Promise<CreatedObjects> {
  const { object, call, ledger, reader } = create;
  const state = { ...call.plan, ...identityOf(object, named) };
  const list = async () => (await reader.relist(concludeNothing)).objects;
  const all = await withRelated(object, state, named, list).catch(() => named);
  for (const { id } of all.slice(named.length)) ledger.addIds("created", [id]);
  return all as CreatedObjects;
}

/** The id and the members of the resource, from the returned objects. */
function identityOf(object: AnyManagedObject, objects: CreatedObjects): Identified {
  return { id: objects[0].id, ...(object.membership?.created(objects, null) as ObjectValue | undefined) };
}

/** The writes after the create. Returns the mark of the second write. */
async function secondSteps(object: AnyManagedObject, call: Create["call"], identity: Identified) {
  const { secondWrite } = object;
  const mark: { [name: string]: Value } = {};
  if (secondWrite !== undefined) {
    await secondStep(call, identity.id, secondWrite, async () => {
      mark[secondWrite.marks] = (await secondWrite.write(call as never, identity.id, null)) ?? null;
    });
  }
  if (call.plan.paused === true) {
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
  { diagnostics }: Call,
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
