import type { Kind } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";
import type { Call, WriteCall } from "../../terraform/definition/resource";
import type { ObjectValue } from "../../terraform/values/object-value";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { idsOf } from "./ids";
import { type CreatedObjects, withNaturalKeys } from "./natural-keys";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { setPaused } from "./pause";
import { withWhatIsOpen } from "./read-back";
import { mayExist, twinsOf } from "./refusals";
import { createBody, settled, toldValues } from "./told-fields";

/** Creates the objects of a resource, and pauses them if it is to be paused. */
export async function createObject(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
): Promise<ObjectValue> {
  const plan = call.plan as ObjectValue;
  const body = createBody(object.attributes, plan);
  const objects = await sendCreate(object, call, body);
  call.keep(identityOf(object, objects));
  const [first, ...others] = await withNaturalKeys(object, call, objects, body);
  const identity = identityOf(object, [first, ...others]);
  const told = { ...toldValues(object.attributes, first), ...identity };
  const known = await withWhatIsOpen(object, call, { id: first.id, plan, sent: plan, told });
  if (plan.paused === true) await pauseNew(object, call, idsOf(object, { ...plan, ...identity }));
  return settled(plan, { ...known, ...identity });
}

/** What the returned objects are to the resource. */
function identityOf(
  object: AnyManagedObject,
  objects: CreatedObjects,
): ObjectValue & { readonly id: string } {
  const more = object.created?.(objects, null) as ObjectValue | undefined;
  return { id: objects[0].id, ...more };
}

/** Sends a create; a failure says whether the object may exist all the same, and which one is in its place. */
export async function sendCreate(
  { kind, naturalKey }: AnyManagedObject,
  { context, signal }: Call<Account>,
  body: Readonly<Record<string, unknown>>,
): Promise<CreatedObjects> {
  const collection = await context.collection(kind);
  const reader = await context.reader(kind);
  try {
    // The body holds what the table says, by the schema's types; the client checks it against the service's.
    const objects = await collection.create(body as CreateRequest<Kind>, { signal });
    for (const created of objects) reader.keep(created);
    return objects as unknown as CreatedObjects;
  } catch (thrown) {
    const twins = await twinsOf(context, kind, naturalKey, body, thrown);
    throw serviceDiagnostic(thrown, undefined, [...mayExist(kind, thrown), ...twins]);
  }
}

/**
 * The second step of a create. If it fails the object stays as it is, with a warning: an error would make Terraform
 * destroy and create it again, while the next plan shows it as not paused and the next apply pauses it.
 */
async function pauseNew(
  object: AnyManagedObject,
  call: Call<Account>,
  ids: readonly string[],
): Promise<void> {
  try {
    await setPaused(object, call, ids, true);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    call.diagnostics.warning(
      "Created, but not paused yet",
      `${ids.join(", ")} was created, but could not be paused:\n\n${why}\n\nIt is active until then. Apply again to pause it.`,
      [{ attribute: "paused" }],
    );
  }
}
