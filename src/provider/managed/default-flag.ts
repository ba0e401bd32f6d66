import { ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { concludeNothing } from "../../snapshot/gaps";
import type { Account } from "../account";
import type { Entry } from "./identity/ledger";
import type { Fields } from "./identity/natural-key";
import type { AnyManagedObject, DestroyPlan, ObjectDelete, ObjectPlan, ObjectRead } from "./object";
import { isRefusal, quotedName } from "./refusals";

/** Kinds for which the account always has one default object, with what happens if the default is deleted. */
const kindsWithDefault = {
  monitoring_profile: "The service then makes another monitoring profile the default, at random.",
  contact_group: "The service then makes another contact group the default, at random.",
  certificate_profile:
    "The service does not delete the default certificate profile, so the provider first makes another one the default: the built-in one if there is one.",
};

type KindWithDefault = keyof typeof kindsWithDefault;

function hasDefault(kind: Kind): kind is KindWithDefault {
  return kind in kindsWithDefault;
}

const flagMovedNote = "default_taken";

/** The note if the object that took the flag cannot be read, or if this run manages it. */
const unknownTaker = "another";

/** Plans the flag. The account always has one default, so two resources cannot both take it, and no resource can drop it. */
export function planDefaultFlag(object: AnyManagedObject, call: ObjectPlan): void {
  const { kind } = object;
  const { prior, plan } = call;
  const config: Fields = call.config;
  if (!hasDefault(kind)) return;
  if (config.is_default === true) planTaking(object, call);
  if (config.is_default !== false || prior?.is_default !== true) return;
  plan.is_default = true;
  if (isTaken(object, call.context)) return;
  const { title } = kinds[kind];
  call.diagnostics.warning(
    "Default flag not removed",
    `is_default = false cannot remove the flag, because the account always has a default ${title}. The flag moves when another ${title} takes it. If this plan sets is_default = true on another one, nothing else is needed. Otherwise, set it on the ${title} that is to be the default.`,
    [{ attribute: "is_default" }],
  );
}

function planTaking(object: AnyManagedObject, call: ObjectPlan): void {
  const { context, diagnostics, plan, prior, privateState, isReplacement } = call;
  const { title, plural } = kinds[object.kind];
  const path = [{ attribute: "is_default" }];
  const id = prior?.id;
  // Terraform plans a replacement twice, the second time as an object to be created.
  const takers = isReplacement ? undefined : context?.ledger(object).flagTakers;
  const other = takers?.find((taker) => taker.id === undefined || taker.id !== id);
  takers?.push({ id, values: { ...plan } });
  if (other !== undefined) {
    diagnostics.error(
      `Several default ${plural}`,
      `Only one ${title} can be the default, but ${named(other)} also has is_default = true. Each would take the flag from the other in every apply. Keep is_default = true on one of them, and remove the attribute from the other.`,
      path,
    );
    return;
  }
  const taker = privateState.get(flagMovedNote);
  if (prior?.is_default !== false || typeof taker !== "string") return;
  const who = taker === unknownTaker ? `another ${title}` : taker;
  diagnostics.warning(
    `Default flag taken by another ${title}`,
    `Since the last apply, ${who} became the default, and this plan moves the flag back. If another configuration sets is_default = true on ${who}, each takes the flag from the other in every apply: keep it in one of them. If none does and each plan repeats this, the service does not move the flag: choose the default in its portal, and remove is_default.`,
    path,
  );
}

function named({ id, values }: Entry): string {
  const quoted = quotedName(values);
  return id === undefined ? `a new resource${quoted}` : `the resource${quoted} (${id})`;
}

/** Whether a resource that was planned so far in this run takes the flag. */
function isTaken(object: AnyManagedObject, context: Account | undefined): boolean {
  return context !== undefined && context.ledger(object).flagTakers.length > 0;
}

/**
 * The lock of the default flag of a kind. A flag that moves because of a deletion is never taken from the object to which the
 * configuration assigns it.
 */
export function flagLock({ kind }: Pick<AnyManagedObject, "kind">): string {
  return `${kind} is_default`;
}

/** Records which object took the flag since the last apply. */
export async function noteFlagMoved({ kind }: AnyManagedObject, call: ObjectRead, shown?: Fields) {
  const { context, privateState, state } = call;
  if (!hasDefault(kind)) return;
  const isLost = state.is_default === true && shown?.is_default === false;
  privateState.set(flagMovedNote, isLost ? await takerOf(kind, context) : undefined);
}

async function takerOf(kind: KindWithDefault, context: Account): Promise<string> {
  const reader = await context.reader(kind);
  const all = await reader.readAll(concludeNothing).catch(() => undefined);
  const id = all?.find((object) => object.is_default === true)?.id;
  return id === undefined || reader.accessed.has(id) ? unknownTaker : id;
}

/** Warns before a default is destroyed, unless another resource takes its place. */
export function warnOfDefaultDestroyed(object: AnyManagedObject, call: DestroyPlan): void {
  const { context, prior, diagnostics } = call;
  const { kind } = object;
  if (!hasDefault(kind) || prior.is_default !== true || isTaken(object, context)) return;
  diagnostics.warning(
    `Default ${kinds[kind].title} is destroyed`,
    `${kindsWithDefault[kind]} To choose the new default, set is_default = true on it, in this plan or before.`,
  );
}

/** The kind whose default object the service does not delete. */
const keptDefault = "certificate_profile";

/** Whether it is the built-in certificate profile of every account, which the service does not delete (docs/design/open-points.md#9). */
export function isBuiltInProfile(kind: Kind, object: object): boolean {
  return kind === keptDefault && "name" in object && object.name === "Public Profile";
}

/** The maximum number of objects to try as the new default. */
const maxTakers = 3;

/**
 * Moves the flag to another object of a kind whose default the service does not delete. It waits for writes of this run that
 * take the flag. Later writes can still take it.
 * @returns the remaining obstacles to the deletion, in sentences; undefined for other kinds
 */
export async function handOverFlag(
  object: AnyManagedObject,
  { context, diagnostics, signal, prior }: ObjectDelete,
  id: string,
): Promise<readonly string[] | undefined> {
  if (object.kind !== keptDefault) return undefined;
  const kind = keptDefault;
  const reader = await context.reader(kind);
  const collection = (await context.client()).collection(kind);
  return context.inTurn(flagLock({ kind }), async () => {
    const now = await reader.readFresh(id, { signal });
    if (now === undefined || (now.is_default ?? prior.is_default) !== true) return [];
    const { objects } = await reader.relist(concludeNothing);
    const others = objects.filter((object) => object.id !== id);
    others.sort((a, b) => Number(isBuiltInProfile(kind, b)) - Number(isBuiltInProfile(kind, a)));
    for (const taker of others.slice(0, maxTakers)) {
      try {
        await collection.update(taker.id, { is_default: true }, { signal });
      } catch (thrown) {
        if (isRefusal(thrown) || (thrown instanceof ServiceError && thrown.kind === "not_found")) continue;
        throw thrown;
      }
      diagnostics.warning(
        "Default flag moved to another certificate profile",
        `The service does not delete the default certificate profile, so ${taker.id} became the default before ${id} was deleted. If another resource in this apply has is_default = true, that one keeps the flag. Otherwise, set is_default = true on the certificate profile that is to be the default.`,
      );
      return [];
    }
    return [
      `${id} is the default certificate profile, which the service does not delete, and no other certificate profile of the account could become the default. Create another one with is_default = true first.`,
    ];
  });
}
