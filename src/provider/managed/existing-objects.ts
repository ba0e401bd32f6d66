import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { paused } from "../../service/status";
import type { Call, PlanCall } from "../../terraform/definition/resource";
import { DiagnosticError } from "../../terraform/diagnostics";
import { isWhollyKnown } from "../../terraform/values/known";
import type { ObjectValue } from "../../terraform/values/object-value";
import type { Account } from "../account";
import { type CreateBody, isAsSent } from "./as-sent";
import { claimsOf } from "./claims";
import type { CreatedObjects } from "./natural-keys";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { keyField, recognise } from "./recognition";
import { isRefusal, label, listedNow, users } from "./refusals";
import { createBody } from "./told-fields";
import { wireFields } from "./wire";

type Fields = Readonly<Record<string, unknown>>;

/** How many objects an error names, each with its import block. */
const mostNamed = 5;

/** What exists already in the place of an object to be created. */
export interface Existing {
  /** Objects that the account should not have twice: of a kind with a unique key those of that key, else identical ones. */
  readonly objects: readonly ServiceObject<Kind>[];
  /** All that the create would make, if the account has exactly that. */
  readonly identical?: CreatedObjects;
}

/** Finds what a create would make a second time, among objects that no resource is known to manage. */
export function existingObjects(
  object: AnyManagedObject,
  body: CreateBody,
  unmanaged: readonly ServiceObject<Kind>[],
): Existing {
  const { attributes, uniqueBy, refusal } = object;
  const key = keyField(object);
  const manageable = unmanaged.filter((one) => refusal?.(one) === undefined);
  const { near, made = [] } = recognise(object, { body, objects: manageable });
  const objects = near.filter((one) => {
    const fields = one as Fields;
    if (fields[key] === undefined) return false;
    if (uniqueBy === undefined) return isAsSent(attributes, one, body, key);
    return uniqueBy.every((field) => field === key || (fields[field] ?? body[field]) === body[field]);
  });
  const [first, ...others] = made;
  // A new object is active, and the service does not return the args of a contact.
  const isCertain = body.args === undefined && !made.some(({ id }) => isPaused(objects, id));
  return { objects, ...(first !== undefined && isCertain && { identical: [first, ...others] }) };
}

function isPaused(objects: Existing["objects"], id: string): boolean {
  const found = objects.find((one) => one.id === id);
  return found !== undefined && "status" in found && paused(found.status);
}

/**
 * What a create finds in its place, once what exists is known. Of kinds without a unique key, an identical object that is
 * in use is left out, with a warning: it may belong to another configuration, or be the one that this resource replaces.
 * Terraform shows an apply neither the resources that stay as they are nor the object that a create replaces. What a lost
 * create made is in use by nothing.
 */
export async function existingFor(
  object: AnyManagedObject,
  { context, diagnostics }: Call<Account>,
  body: CreateBody,
): Promise<Existing> {
  const found = existingObjects(object, body, claimsOf(context, object.kind).unmanaged);
  if (object.uniqueBy !== undefined || context.creation.allowDuplicates) return found;
  const [used, unused] = [[] as ServiceObject<Kind>[], [] as ServiceObject<Kind>[]];
  for (const one of found.objects) {
    const isUsed = (await users(context, object.kind, one.id)).length > 0;
    (isUsed ? used : unused).push(one);
  }
  if (used.length === 0 || unused.length > 0) return { ...found, objects: unused };
  diagnostics.warning(
    "An identical object exists",
    `The account already has ${listed(object, used)}, with the same values and in use. This apply creates another one. If no resource manages the existing one and it is not replaced by this apply, import it or delete it. To find such objects, run: rblmonitor drift`,
  );
  return { objects: [] };
}

/**
 * Reports in the plan what an object to be created would make a second time, where the list of the kind is read anyway. A
 * warning, no error: Terraform plans resources in any order, so one that is not read yet may manage or destroy the object.
 */
export async function planExisting(
  object: AnyManagedObject,
  { context, prior, plan, diagnostics, isReplacement }: PlanCall<ObjectAttributes, Account>,
): Promise<void> {
  if (context === undefined || prior !== null || isReplacement || !context.knows(object.kind)) return;
  if (context.creation.allowDuplicates || diagnostics.hasErrors) return;
  const fields = wireFields(object.attributes).filter(
    ({ attribute }) => attribute.parts.presence === "required",
  );
  const isKnown = fields.every(({ name }) => isWhollyKnown((plan as ObjectValue)[name] ?? null));
  if (!isKnown && object.uniqueBy === undefined) return;
  const all = await (await context.readerInUse(object.kind))?.allIfRead();
  const claims = claimsOf(context, object.kind);
  const body = createBody(object.attributes, plan as ObjectValue);
  const unmanaged = (all ?? []).filter(({ id }) => !claims.isManaged(id));
  const { objects, identical } = existingObjects(object, body, unmanaged);
  if (objects.length === 0 || (context.creation.adoptIdentical && identical !== undefined)) return;
  const what = `The account already has ${listed(object, objects)}. The apply will not create another one.`;
  diagnostics.warning(existsSummary(object), [what, ...advice(object, body, objects)].join("\n\n"));
}

/** The error of a create that was not sent because the object exists. */
export function existsAlready(
  object: AnyManagedObject,
  body: CreateBody,
  found: Existing["objects"],
): DiagnosticError {
  const what = `The account already has ${listed(object, found)}. Nothing was sent.`;
  return new DiagnosticError(existsSummary(object), [what, ...advice(object, body, found)].join("\n\n"));
}

/** A few words that name the kind. */
function existsSummary({ kind }: AnyManagedObject): string {
  const { title } = kinds[kind];
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} exists already`;
}

/** Why a create may have been refused: what the account has in its place, and what to do, in paragraphs. */
export async function refusedFor(
  object: AnyManagedObject,
  { context }: Call<Account>,
  body: CreateBody,
  thrown: unknown,
): Promise<string[]> {
  const { kind, naturalKey } = object;
  if (!isRefusal(thrown) || naturalKey === undefined) return [];
  const claims = claimsOf(context, kind);
  const { objects } = existingObjects(
    object,
    body,
    (await listedNow(context, kind)) as ServiceObject<Kind>[],
  );
  const deleted = objects.filter(({ id }) => claims.isDeleted(id));
  const managed = objects.filter(({ id }) => claims.isManaged(id));
  if (objects.length === 0) return [];
  if (deleted.length > 0)
    return [`This apply has deleted ${listed(object, deleted)}, and the service still has it. Apply again.`];
  if (managed.length > 0) {
    return [
      `Another resource of this configuration manages ${listed(object, managed)}. Remove one of the two resources. If one was renamed, add a moved block and apply again.`,
    ];
  }
  return [`The account already has ${listed(object, objects)}.`, ...advice(object, body, objects)];
}

/** What to do about objects that exist, in paragraphs. Whether any state holds them is not known to the provider. */
function advice(object: AnyManagedObject, body: CreateBody, found: Existing["objects"]): string[] {
  const blocks = importIds(object, body, found).map((id) => importBlock(object.kind, id));
  const [{ id } = { id: "" }] = found;
  return [
    `To manage it, add ${blocks.length === 1 ? "this block" : "one of these blocks"} with the address of this resource. To write the blocks of all resources, run: rblmonitor imports\n\n${blocks.join("\n")}`,
    `Do not import what a state holds. If \`terraform state list -id=${id}\` names a resource, ${object.uniqueBy === undefined ? ofAnotherResource : ofStateWithKey}`,
    "To create another one, set allow_duplicates = true in the configuration of the provider.",
  ];
}

const ofAnotherResource =
  "that resource manages it, and the objects may be equal by intention. The same holds for an object that create_before_destroy replaces.";

const ofStateWithKey = [
  "that resource manages it:",
  "- Another resource: remove one of the two. If it was renamed, add a moved block.",
  "- This resource, to be replaced with create_before_destroy: the new object cannot have the key of the old one. Remove create_before_destroy, or keep the old object: terraform untaint <address>",
  "If no resource has it, it may be a deposed object, which this apply destroys: apply again.",
].join("\n");

/** Objects by their SIDs and names. The destination of a contact may be a secret, and is in no message. */
export function listed({ kind }: AnyManagedObject, objects: readonly { readonly id: string }[]): string {
  const { title, plural } = kinds[kind];
  const named = objects.slice(0, mostNamed).map((one) => `${one.id}${label({ ...one })}`);
  const more = objects.length - named.length;
  const names = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return objects.length === 1 ? `the ${title} ${names}` : `these ${plural}: ${names}`;
}

/** What to import: one object, a subnet by its parent or its own text, or any of several. */
export function importIds(object: AnyManagedObject, body: CreateBody, found: Existing["objects"]): string[] {
  const isSubnet = (object.makes?.(body as never).most ?? 1) > 1;
  if (!isSubnet || found.length === 1) return found.slice(0, mostNamed).map(({ id }) => id);
  const ids = new Set(found.map(({ id }) => id));
  const parent = found
    .map((one) => (one as Fields).parent)
    .find((id) => typeof id === "string" && ids.has(id));
  return [String(parent ?? body[keyField(object)])];
}

function importBlock(kind: Kind, id: string): string {
  return `import {\n  to = rblmonitor_${kind}.<name>\n  id = ${JSON.stringify(id)}\n}\n`;
}
