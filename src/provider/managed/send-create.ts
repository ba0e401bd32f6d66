import { type ErrorKind, ServiceError, unreadable } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { lagDelays } from "../../service/limits";
import type { CreateRequest } from "../../service/requests";
import type { ServiceObject } from "../../service/responses";
import { type Call, isFullyKnown, type ObjectValue, type WriteCall } from "../../terraform";
import type { Account } from "../account";
import { sentence, serviceDiagnostic } from "../service-diagnostic";
import { abbreviated, importBlock } from "../text";
import { flagLock } from "./default-flag";
import {
  existingBefore,
  existsAlready,
  importIds,
  named,
  readExisting,
  refusedFor,
} from "./identity/existing-objects";
import { compareFields, lookAlikes } from "./identity/look-alikes";
import { type Fields, keyRuleOf } from "./identity/natural-key";
import {
  type AnyManagedObject,
  type CreateBody,
  type CreatedObjects,
  idsIn,
  keyField,
  keyLock,
  type LookAlikes,
  type ObjectAttributes,
} from "./object";
import { wireFields } from "./wire";

/**
 * Sends a create, once, so that exactly one object exists afterwards, or the error describes the outcome. An existing object is
 * reported or adopted, and nothing is sent. After a failure with an unknown outcome, the provider searches the account, and
 * adopts the object with a warning. The API has no idempotency keys.
 */
export async function sendCreate(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  body: CreateBody,
): Promise<CreatedObjects> {
  await requireExisting(object, call);
  // Creates that could be confused run one after another, so that none finds an object that another one is just creating.
  // The locks are taken in the order of a deletion, which also moves the flag, so that neither waits for the other.
  const create = async () => (await adoptExisting(object, call, body)) ?? createOne({ object, call, body });
  const { context } = call;
  return context.inTurn(keyLock(object, body), () =>
    body.is_default === true ? context.inTurn(flagLock(object), create) : create(),
  );
}

/** Reads the existing objects before anything is created. @throws DiagnosticError if this fails and duplicates are not allowed */
async function requireExisting(object: AnyManagedObject, { context }: Call<Account>): Promise<void> {
  const { kind } = object;
  try {
    await readExisting(object, context);
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
  const plan = call.plan as ObjectValue;
  // As the plan compared them: without the values that are unknown in it, such as a default that the create sends.
  const open = wireFields(object.attributes).filter(({ name }) => !isFullyKnown(plan[name] ?? null));
  const planned: CreateBody = { ...body, ...Object.fromEntries(open.map(({ field }) => [field, undefined])) };
  const existing = await existingBefore(call.context.ledger(object), object, planned, plan.paused === true);
  if (existing.objects.length === 0) return undefined;
  const { identical } = existing;
  // An unchanged resource may manage them. Only the plan can see that, and has rejected it.
  if (!adoptIdentical || identical === undefined)
    throw existsAlready(object, body, existing, "Nothing was sent.");
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

async function createOne(create: Create): Promise<CreatedObjects> {
  const { object, call, body } = create;
  const ledger = call.context.ledger(object);
  if (ledger.refusal !== undefined) {
    const { title } = kinds[object.kind];
    throw serviceDiagnostic(ledger.refusal, undefined, [
      `The service answered so to another ${title} of this run, so the create of ${objectName(object, body)} was not sent.`,
    ]);
  }
  try {
    const collection = (await call.context.client()).collection(object.kind);
    // The table and the schema determine the body; the client validates it.
    const objects = await collection.create(body as CreateRequest<Kind>, { signal: call.signal });
    const requested = onlyRequested(create, objects as unknown as CreatedObjects);
    rejectKnown(create, requested);
    return await owned(object, call, requested, "created");
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "forbidden") ledger.refusal = thrown;
    if (!(thrown instanceof ServiceError && thrown.effect === "possible"))
      throw await createError(create, thrown);
    return owned(object, call, await searchAccount(create, thrown), "created");
  }
}

/** @throws DiagnosticError if the service answered also with objects that are not new, which another resource may manage */
function rejectKnown({ object, call, body }: Create, created: CreatedObjects): void {
  const ledger = call.context.ledger(object);
  const known = created.filter(({ id }) => ledger.isAccountedFor(id) && !ledger.has("deleted", id));
  if (known.length === 0) return;
  const isManaged = known.some(({ id }) => ledger.isManaged(id));
  const existing = { objects: created, similar: [], isDoubtful: false, isManaged };
  const consequence = `The service answered the create with it. ${abbreviated(idsIn(known))} existed before, and may have other settings now.`;
  throw existsAlready(object, body, existing, consequence);
}

/**
 * The objects of an answer that the create asked for. The service may also create others, such as the mail host of a domain
 * (docs/design/open-points.md#10): a warning names them, and no resource manages them. The answer may be that to another create.
 * @throws ServiceError with a possible effect if the answer names only others
 */
export function onlyRequested({ object, call, body }: Create, objects: CreatedObjects): CreatedObjects {
  const ledger = call.context.ledger(object);
  const { compare } = keyRuleOf(object);
  const isOfOther = (created: Fields) =>
    compare(body, created) === "different" &&
    !(ledger.has("existing", String(created.id)) || ledger.has("state", String(created.id))) &&
    ledger.withKey("planned", created).some(({ values }) => compare(values, created) === "same");
  const others = objects.filter((each) => object.several?.isForeign(body, each) ?? isOfOther(each as Fields));
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
    `The service answered the create of ${objectName(object, body)} also with ${names}. The resource does not manage them, and never changes them. To manage them, declare and import each.`,
  );
  return requested as unknown as CreatedObjects;
}

/** Records the objects as this resource's before any other request. */
async function owned(
  object: AnyManagedObject,
  { context }: Call<Account>,
  objects: CreatedObjects,
  how: "created" | "adopted",
): Promise<CreatedObjects> {
  context.ledger(object).addIds(how, idsIn(objects));
  const reader = await context.reader(object.kind);
  for (const created of objects) reader.recordWrite(created);
  return objects;
}

/** The error of a create that certainly created nothing. */
async function createError({ object, call, body }: Create, thrown: unknown): Promise<unknown> {
  const unsent = ["transport", "timeout", "rate_limited", "stopped"];
  const isUnsent = thrown instanceof ServiceError && thrown.effect === "none" && unsent.includes(thrown.kind);
  return serviceDiagnostic(thrown, undefined, [
    ...(isUnsent ? [`Nothing was created: the service did not accept ${objectName(object, body)}.`] : []),
    ...(await refusedFor(object, call, body, thrown)),
  ]);
}

/** Readings of the list that decide which objects may be those of the create: it may still take effect after the first one. */
const requiredReads = 2;

/** Complete readings that end a search without a result, while the service may only be slow to show an object. */
const patientReads = 4;

/** After so many searches without a result, the others of the kind end after the required readings: the service is failing. */
const maxPatientSearches = 3;

/** Milliseconds before each reading: 17 seconds for a list that lags, and about a minute for a service that restarts. */
const delays = [...lagDelays, 20_000, 30_000];

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
 * @throws DiagnosticError with what is known: the SIDs and import blocks of candidates, or that there are none
 */
async function searchAccount(create: Create, lost: ServiceError): Promise<CreatedObjects> {
  const { context, signal } = create.call;
  const reader = await context.reader(create.object.kind);
  const ledger = context.ledger(create.object);
  const fruitlessReads = ledger.fruitlessSearches < maxPatientSearches ? patientReads : requiredReads;
  let reason = "the list changed while it was read";
  let reads = 0;
  let completeReads = 0;
  let failures = 0;
  let before: LookAlikes<Kind>["near"] = [];
  let latest: readonly ServiceObject<Kind>[] = [];
  for (const wait of lost.kind === "timeout" ? delaysAfterTimeout : delays) {
    try {
      await context.sleep(wait, signal);
      const { objects, complete } = await reader.relist();
      reads += 1;
      if (complete) {
        completeReads += 1;
        latest = objects;
      }
      const { near, same, mayGrow } = await candidates(create, objects);
      // Creating the many hosts of a subnet may take time.
      const isSettled = reads >= requiredReads && near.length === before.length;
      before = near;
      if (same !== undefined && (isSettled || !mayGrow)) {
        warnOfAdoption(create, same, lost);
        return same;
      }
      if (near.length > 0 ? isSettled : completeReads >= fruitlessReads) break;
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      reason = failure.message;
      failures += 1;
      if (failures >= (failureLimits[failure.kind] ?? 1)) break;
    }
  }
  if (before.length > 0) throw doubtError(create, before, lost);
  ledger.fruitlessSearches += 1;
  throw completeReads >= requiredReads
    ? notFoundError(create, newcomers(create, latest), lost)
    : unsearchedError(create, reason, lost);
}

/**
 * The objects that appeared in this run, and that no other resource of it plans: the service may have stored the name of the create
 * in a form that nothing recognizes.
 */
function newcomers({ object, call, body }: Create, all: readonly ServiceObject<Kind>[]) {
  const ledger = call.context.ledger(object);
  const isNew = (candidate: ServiceObject<Kind>) =>
    !ledger.isAccountedFor(candidate.id) && ledger.withKey("planned", candidate as Fields).length === 0;
  if (!ledger.knowsExisting) return [];
  return all.filter((each) => isNew(each) && compareFields(object, body, each as Fields) !== "different");
}

/** The objects that the create may have made. */
async function candidates(
  { object, call, body }: Create,
  all: readonly ServiceObject<Kind>[],
): Promise<LookAlikes<Kind>> {
  const ledger = call.context.ledger(object);
  const unknown = all.filter(({ id }) => !ledger.isAccountedFor(id));
  const alike = await lookAlikes(object, body, unknown);
  // If a kind can have duplicates and the objects from before are unknown, only the user can decide.
  const isCertain = ledger.knowsExisting || object.naturalKey !== undefined;
  return isCertain ? alike : { near: alike.near };
}

function warnOfAdoption({ object, call }: Create, objects: CreatedObjects, lost: ServiceError): void {
  const { title, plural } = kinds[object.kind];
  const ids = idsIn(objects).join(", ");
  const [noun, verb] = objects.length === 1 ? [`a ${title}`, "is"] : [`${objects.length} ${plural}`, "are"];
  const before = call.context.ledger(object).knowsExisting
    ? "that did not exist when this run began"
    : "that no other resource of this run manages (the list could not be read before)";
  call.diagnostics.warning(
    "Response to a create was lost",
    [
      sentence(lost.message),
      `The provider then searched the account and found ${noun} as sent, ${before}: ${ids}. This resource now manages it.`,
      `If another program created the same ${title} at the same time, check which of them ${ids} ${verb}.`,
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
  call.context.ledger(object).addIds("in doubt", idsIn(near));
  const blocks = importIds(object, body, near).map((id) => importBlock(id));
  const count = near.length === 1 ? `a ${title}` : `${near.length} ${plural}`;
  return serviceDiagnostic(lost, undefined, [
    `The create may have succeeded: the account has ${count} that may be ${objectName(object, body)}, but the provider cannot verify this: ${idsIn(near).join(", ")}.`,
    `Review ${near.length === 1 ? "it" : "them"} before you apply again. To manage ${near.length === 1 ? "it" : "one of them"}, add ${blocks.length === 1 ? "this block" : "one of these blocks"}, and delete what you do not need:\n\n${blocks.join("\n")}`,
  ]);
}

/** The account has no such object, at least not yet. `others` have appeared meanwhile. */
function notFoundError(
  { object, body }: Create,
  others: readonly ServiceObject<Kind>[],
  lost: ServiceError,
): unknown {
  const blocks = importIds(object, body, others).map((id) => importBlock(id));
  return serviceDiagnostic(lost, undefined, [
    `The create was sent once, and the account was then searched several times without finding ${objectName(object, body)}. The service either did not create it, or does not show it yet. Nothing is in the state.`,
    ...(others.length === 0
      ? []
      : [
          `The account has ${named(object, others)}, since this run began. If the service stored it under such a name, import it before you apply again:\n\n${blocks.join("\n")}`,
        ]),
    "Apply again to continue: the provider looks at the account first, and reports the object if it exists by then.",
  ]);
}

/** The account could not be searched. */
function unsearchedError({ object, body }: Create, reason: string, lost: ServiceError): unknown {
  const { title } = kinds[object.kind];
  return serviceDiagnostic(lost, undefined, [
    `The ${title} may have been created, but the account could not be searched for it: ${sentence(reason)}`,
    `The next apply looks for ${objectName(object, body)} first. If it exists, import it: terraform import <address of this resource> <its SID>`,
  ]);
}

/** The object with its key, as in `the host "mail.example.com"`. */
function objectName(object: AnyManagedObject, body: CreateBody): string {
  return `the ${kinds[object.kind].title} ${JSON.stringify(body[keyField(object)])}`;
}
