import { parseSubnet } from "../../service/addresses";
import { groupedBy } from "../../service/groups";
import { type Kind, kinds } from "../../service/kinds";
import { parseMonitored } from "../../service/monitored-hostnames";
import type { ServiceObject } from "../../service/responses";
import { isSid } from "../../service/sids";
import { isPausedStatus } from "../../service/status";
import { type Call, DiagnosticError, type ObjectValue, type PlanCall } from "../../terraform";
import type { Account } from "../account";
import { importBlock, type ListedHost, monitoredAlready } from "../subnet-hosts";
import { capitalized } from "../text";
import { createBody, isIdentifiable } from "./api-fields";
import { keyField, keyText, matchCreated, matchesRequest } from "./match-created";
import type { CreatedObjects } from "./natural-keys";
import type { AnyManagedObject, CreateBody, ObjectAttributes } from "./object";
import { type Ownership, ownershipOf } from "./ownership";
import { isRefusal, label, listedNow } from "./refusals";

type Fields = Readonly<Record<string, unknown>>;

/** How many objects an error names, each with its import block. */
const mostNamed = 5;

/** The existing objects that match an object to be created. */
export interface Existing {
  /** Objects that the create would duplicate: those with the same unique key, or else identical ones. */
  readonly objects: readonly ServiceObject<Kind>[];
  /** All objects of the create, if the account has exactly these. */
  readonly identical?: CreatedObjects;
}

/**
 * Finds the objects that a create would duplicate, among those that no known resource manages.
 * @param pauses whether the create is followed by a pause
 */
export async function existingObjects(
  object: AnyManagedObject,
  body: CreateBody,
  unmanaged: readonly ServiceObject<Kind>[],
  pauses = false,
): Promise<Existing> {
  const { attributes, uniqueKey, refusal } = object;
  const key = keyField(object);
  const manageable = unmanaged.filter((one) => refusal?.(one) === undefined);
  const { candidates: near, created: made = [] } = await matchCreated(object, { body, objects: manageable });
  const objects = near.filter(
    (one) => (one as Fields)[key] !== undefined && (uniqueKey || matchesRequest(attributes, one, body, key)),
  );
  const [first, ...others] = made;
  // A new object is active, and the API does not return the args of a contact.
  const isCertain = body.args === undefined && (pauses || !made.some(({ id }) => isPaused(objects, id)));
  return { objects, ...(first !== undefined && isCertain && { identical: [first, ...others] }) };
}

function isPaused(objects: Existing["objects"], id: string): boolean {
  const found = objects.find((one) => one.id === id);
  return found !== undefined && "status" in found && isPausedStatus(found.status);
}

/** Objects of a kind by key, so that thousands of creates do not each compare thousands of objects. */
class KeyIndex {
  private readonly buckets: ReadonlyMap<string, readonly ServiceObject<Kind>[]>;

  constructor(
    private readonly object: AnyManagedObject,
    private readonly all: readonly ServiceObject<Kind>[],
  ) {
    this.buckets = groupedBy(all, (one) => bucketOf(object, one));
  }

  /** All objects that a create with that body may have created or duplicate. */
  near(body: CreateBody): readonly ServiceObject<Kind>[] {
    return makesSeveral(this.object, body) ? this.all : (this.buckets.get(bucketOf(this.object, body)) ?? []);
  }
}

/** Equal for keys that may mean the same, ignoring a port in a hostname. */
function bucketOf(object: AnyManagedObject, fields: Fields): string {
  return parseMonitored(keyText(object, fields)).name;
}

function makesSeveral(object: AnyManagedObject, body: CreateBody): boolean {
  return (object.createdCount?.(body as never).most ?? 1) > 1;
}

const indexes = { existing: new WeakMap<Ownership, KeyIndex>(), listed: new WeakMap<Ownership, KeyIndex>() };

/** Finds the objects that a create would duplicate, among those that existed before the first create. */
export async function existingBefore(
  object: AnyManagedObject,
  account: Account,
  body: CreateBody,
  pauses: boolean,
): Promise<Existing> {
  const ownership = ownershipOf(account, object.kind);
  const index = indexes.existing.get(ownership) ?? new KeyIndex(object, ownership.baseline);
  if (ownership.hasBaseline) indexes.existing.set(ownership, index);
  return existingObjects(
    object,
    body,
    index.near(body).filter(({ id }) => !ownership.isManaged(id) && !ownership.isDeleted(id)),
    pauses,
  );
}

/** Accounts in which a plan has found an object that a create would duplicate. */
const inDoubt = new WeakSet<Account>();

/**
 * Reports objects that a planned create would duplicate, if the list of the kind has been read, or if another kind has such
 * objects, for example after a killed apply. It is only a warning, because Terraform plans in any order: another resource may
 * manage or destroy the object.
 */
export async function planExisting(
  object: AnyManagedObject,
  { context, prior, plan, diagnostics, isReplacement }: PlanCall<ObjectAttributes, Account>,
): Promise<void> {
  if (context === undefined || prior !== null || isReplacement || !context.knows(object.kind)) return;
  if (context.rules.allowDuplicates || diagnostics.hasErrors) return;
  const values = plan as ObjectValue;
  if (!isIdentifiable(object.attributes, values) && !object.uniqueKey) return;
  const index = await indexIfRead(object, context);
  if (index === undefined) return;
  const { body } = createBody(object.attributes, values);
  const ownership = ownershipOf(context, object.kind);
  const unmanaged = index.near(body).filter(({ id }) => !ownership.isManaged(id));
  const { objects, identical } = await existingObjects(object, body, unmanaged, values.paused === true);
  if (objects.length === 0) return;
  inDoubt.add(context);
  if (context.rules.adoptIdentical && identical !== undefined) return;
  const what = `The account already has ${listed(object, objects)}. The apply will not create another one.`;
  diagnostics.warning(existsSummary(object), [what, ...advice(object, body, objects)].join("\n\n"));
}

/** The objects of a kind, if their list has been read or may be read. */
async function indexIfRead(object: AnyManagedObject, account: Account): Promise<KeyIndex | undefined> {
  const ownership = ownershipOf(account, object.kind);
  const known = indexes.listed.get(ownership);
  if (known !== undefined) return known;
  const reader = await account.readerInUse(object.kind);
  const isAsked = inDoubt.has(account);
  const all = isAsked ? await reader?.readAll().catch(() => undefined) : await reader?.allIfLoaded();
  if (all === undefined) return undefined;
  const index = new KeyIndex(object, all);
  indexes.listed.set(ownership, index);
  return index;
}

/** The error of a create that was not sent because the object already exists. */
export function existsAlready(
  object: AnyManagedObject,
  body: CreateBody,
  found: Existing["objects"],
): DiagnosticError {
  const what = `The account already has ${listed(object, found)}. Nothing was sent.`;
  return new DiagnosticError(existsSummary(object), [what, ...advice(object, body, found)].join("\n\n"));
}

function existsSummary({ kind }: AnyManagedObject): string {
  return `${capitalized(kinds[kind].title)} already exists`;
}

/** Why a create may have been refused: existing objects with its key, and the remedy, in paragraphs. */
export async function refusedFor(
  object: AnyManagedObject,
  { context }: Call<Account>,
  body: CreateBody,
  thrown: unknown,
): Promise<string[]> {
  const { kind, naturalKey } = object;
  if (!isRefusal(thrown) || naturalKey === undefined) return [];
  const ownership = ownershipOf(context, kind);
  const { objects } = await existingObjects(
    object,
    body,
    (await listedNow(context, kind)) as ServiceObject<Kind>[],
  );
  const deleted = objects.filter(({ id }) => ownership.isDeleted(id));
  const managed = objects.filter(({ id }) => ownership.isManaged(id));
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

/**
 * The remedy for existing objects, in paragraphs. The provider cannot know whether they are in a state: Terraform shows an
 * apply neither unchanged resources nor the object that a new one replaces.
 */
function advice(object: AnyManagedObject, body: CreateBody, found: Existing["objects"]): string[] {
  const ids = importIds(object, body, found);
  const subnet = parseSubnet(String(body[keyField(object)]));
  // Separate hosts of a subnet are imported together, if all exist.
  if (subnet !== undefined && ids.every((id) => !isSid(object.kind, id)))
    return monitoredAlready(subnet, found as readonly ListedHost[]);
  const blocks = ids.map((id) => importBlock(id, `rblmonitor_${object.kind}.<name>`));
  const [{ id } = { id: "" }] = found;
  return [
    `To manage it, add ${blocks.length === 1 ? "this block" : "one of these blocks"} with the address of this resource. To generate the blocks for all resources, run: rblmonitor imports\n\n${blocks.join("\n")}`,
    [
      `If \`terraform state list -id=${id}\` names a resource, do not import it:`,
      ...(object.uniqueKey ? managedKeyAdvice : managedDuplicateAdvice),
    ].join("\n"),
  ];
}

const managedKeyAdvice = [
  "- If that is another resource, remove one of the two. If it was renamed, add a moved block.",
  "- If it is this resource, tainted or to be replaced: remove create_before_destroy, which creates the new object first, or keep the old one: terraform untaint <address>",
  "If no resource manages it, it may be a deposed object that this apply destroys: apply again.",
  "To try to create a second one, set allow_duplicates = true in the provider's configuration.",
];

const managedDuplicateAdvice = [
  "- If that resource was renamed to this one, add a moved block.",
  "- To create a second one, as with create_before_destroy, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true, or set allow_duplicates = true in the provider's configuration.",
];

/** Objects by their SIDs and names. The destination of a contact may be a secret and never appears in messages. */
export function listed({ kind }: AnyManagedObject, objects: readonly { readonly id: string }[]): string {
  const { title, plural } = kinds[kind];
  const named = objects.slice(0, mostNamed).map((one) => `${one.id}${label({ ...one })}`);
  const more = objects.length - named.length;
  const names = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return objects.length === 1 ? `the ${title} ${names}` : `these ${plural}: ${names}`;
}

/** The ids to import: those of single objects, or of a subnet its parent or its CIDR. */
export function importIds(object: AnyManagedObject, body: CreateBody, found: Existing["objects"]): string[] {
  if (!makesSeveral(object, body)) return found.slice(0, mostNamed).map(({ id }) => id);
  const key = String(body[keyField(object)]);
  const whole = found.find((one) => parseSubnet(String((one as Fields).host)) !== undefined);
  return [whole?.id ?? key];
}
