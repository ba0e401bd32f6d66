import { kinds } from "../../service/kinds";
import type { Diagnostics, PlanCall } from "../../terraform";
import type { Account } from "../account";
import { capitalized } from "../text";
import { keyField } from "./match-created";
import type { AnyManagedObject, ObjectAttributes, ObjectState, PlanDestroyCall } from "./object";
import { perAccount } from "./ownership";
import { type UniqueKey, UniqueKeyIndex, uniqueKeyOf } from "./unique-keys";

/** A resource of this run and its planned key. */
interface Planned {
  readonly uniqueKey: UniqueKey;
  /** SID of the object; undefined until it is created. */
  id: string | undefined;
}

/** An object of the state and its key. */
interface Stored {
  readonly uniqueKey: UniqueKey;
  readonly id: string;
  /** Whether a plan has reported the conflict. */
  isReported: boolean;
}

/** The known keys of one kind in this process. */
interface Known {
  readonly planned: UniqueKeyIndex<Planned>;
  readonly stored: UniqueKeyIndex<Stored>;
}

const knownOf = perAccount(
  (_, __: AnyManagedObject): Known => ({
    planned: new UniqueKeyIndex<Planned>(),
    stored: new UniqueKeyIndex<Stored>(),
  }),
);

/** Records an object of the state once. Undefined if it has no unique key. */
export function noteStored(
  object: AnyManagedObject,
  account: Account,
  state: ObjectState,
): Stored | undefined {
  const { id } = state;
  const uniqueKey = object.uniqueKey && uniqueKeyOf(object, state);
  if (uniqueKey === undefined || id === null) return undefined;
  const { stored } = knownOf(account, object);
  const noted = stored.at(uniqueKey).find((other) => other.id === id);
  if (noted !== undefined) return noted;
  const added: Stored = { uniqueKey, id, isReported: false };
  stored.add(added);
  return added;
}

/** Records that a planned object was created. */
export function noteCreated(object: AnyManagedObject, account: Account, state: ObjectState): void {
  const uniqueKey = uniqueKeyOf(object, state);
  const planned =
    uniqueKey &&
    knownOf(account, object)
      .planned.at(uniqueKey)
      .find(({ id }) => id === undefined);
  if (planned !== undefined) planned.id = state.id ?? undefined;
}

/**
 * Reports a planned object that has the unique key of another one. Two planned resources with the same key are an error. An
 * object of the state with the key is a warning, because the same apply may destroy it. Terraform shows a provider neither
 * the addresses of resources nor `create_before_destroy`, and drops warnings of a forced replacement.
 */
export function planSharedKeys(object: AnyManagedObject, call: PlanCall<ObjectAttributes, Account>): void {
  const { context, diagnostics, prior, replacePaths, isReplacement } = call;
  const uniqueKey = uniqueKeyOf(object, call.plan);
  // A replacement is planned twice, the second time as an object to be created.
  if (context === undefined || uniqueKey === undefined || isReplacement) return;
  const { planned, stored } = knownOf(context, object);
  const id = prior?.id ?? undefined;
  const sharer = planned.at(uniqueKey).find((other) => other.id === undefined || other.id !== id);
  planned.add({ uniqueKey, id });
  if (sharer !== undefined) {
    report(object, uniqueKey, sharer, diagnostics);
    return;
  }
  const found = stored.at(uniqueKey).find((other) => other.id !== id);
  if ((prior === null || replacePaths.length > 0) && found !== undefined) warn(object, found, diagnostics);
}

/** Hosts are unique in an account. Two monitors of one endpoint are accepted, but check and alert twice. */
function report(
  object: AnyManagedObject,
  { text }: UniqueKey,
  sharer: Planned,
  diagnostics: Diagnostics,
): void {
  const { title } = kinds[object.kind];
  const key = keyField(object);
  const other = `${sharer.uniqueKey.text}${sharer.id === undefined ? "" : ` (${sharer.id})`}`;
  diagnostics.add({
    severity: object.uniqueKey ? "error" : "warning",
    summary: `Two resources for one ${title}`,
    detail: `Another resource of this configuration has ${other}, and this resource has ${text}. Remove one of them, or change its ${key}.`,
    path: [{ attribute: key }],
  });
}

/** Warns if a destroyed object has the key of an object to be created, unless the plan of the latter has reported it. */
export function planSharedKeyDestroyed(
  object: AnyManagedObject,
  { context, prior, diagnostics }: PlanDestroyCall,
): void {
  // Most versions of Terraform read the object before they plan its destruction, and some after it.
  const found = context && noteStored(object, context, prior);
  if (context === undefined || found === undefined || found.isReported) return;
  const isCreated = knownOf(context, object)
    .planned.at(found.uniqueKey)
    .some(({ id }) => id === undefined);
  if (isCreated) warn(object, found, diagnostics);
}

function warn({ kind }: AnyManagedObject, stored: Stored, diagnostics: Diagnostics): void {
  const { uniqueKey, id } = stored;
  const { title } = kinds[kind];
  stored.isReported = true;
  diagnostics.warning(
    `${capitalized(title)} already in state`,
    [
      `${id} has ${uniqueKey.text} and is in the state. The service refuses the new ${title} while ${id} exists.`,
      "- If this resource was renamed, keep the object with a moved block:\n  moved {\n    from = <old address>\n    to   = <new address>\n  }",
      `- If this resource is tainted or replaced, it must not have create_before_destroy, which creates the new ${title} first. Remove that setting, or keep the object: terraform untaint <address>`,
      `- If the apply destroys ${id} for another reason, this may be too late for the new ${title}. In that case, apply again.`,
    ].join("\n"),
  );
}
