import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { type Call, isFullyKnown, type ObjectValue } from "../../terraform";
import type { Account } from "../account";
import { reportedValues } from "./api-fields";
import type { ValuesById } from "./notes";
import type { AnyManagedObject, CreatedObjects } from "./object";
import { namesReadBack, noteServed } from "./served-values";
import { wireFields } from "./wire";

interface Write {
  readonly id: string;
  /** All written objects, if the resource manages several. */
  readonly ids: readonly string[];
  readonly plan: ObjectValue;
  /** The attributes that the write set. */
  readonly sent: ObjectValue;
  /** The values in its response. */
  readonly reported: ObjectValue;
}

/**
 * The values of an object after a write: those of the response and, if it lacks values that are unknown in the plan or that
 * the service may serve differently, those of one read.
 */
export async function withReadBack(
  object: AnyManagedObject,
  call: Call<Account>,
  { id, ids, plan, sent, reported }: Write,
): Promise<ObjectValue> {
  const { attributes } = object;
  const checked = namesReadBack(attributes, sent);
  const unknown = wireFields(attributes)
    .map(({ name }) => name)
    .filter((name) => !isFullyKnown(plan[name] ?? null));
  const open = [...unknown, ...checked].filter((name) => !(name in reported));
  // The served value may differ between members.
  const read =
    open.length === 0 ? {} : await readBack(object, call, { id, ids: checked.length > 0 ? ids : [id], open });
  const known = { ...read[id], ...reported };
  noteServed(attributes, sent, { ...read, [id]: known }, call);
  return known;
}

/** The write has succeeded, so a failure to read is only a warning: the next plan reads again. */
async function readBack(
  object: AnyManagedObject,
  { context, diagnostics, signal }: Call<Account>,
  { id, ids, open }: Pick<Write, "id" | "ids"> & { readonly open: readonly string[] },
): Promise<ValuesById> {
  try {
    const now = await (await context.reader(object.kind)).readManyFresh(ids, { signal });
    return Object.fromEntries(now.map((current) => [current.id, reportedValues(object.attributes, current)]));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Read after write failed",
      `${id} was written, but could not be read afterwards. The next refresh reads the value of ${open.join(", ")}. ${reason}`,
    );
    return {};
  }
}

/**
 * Completes created objects with their natural keys, if the API returned only ids. A single object has the key that was
 * sent. For several objects, the provider reads the list once.
 */
export async function withNaturalKeys(
  { kind, naturalKey }: AnyManagedObject,
  { context, diagnostics }: Call<Account>,
  objects: CreatedObjects,
  body: Readonly<Record<string, unknown>>,
): Promise<CreatedObjects> {
  const isReported = (object: object) => naturalKey === undefined || naturalKey in object;
  if (naturalKey === undefined || objects.every(isReported)) return objects;
  const [first, ...others] = objects;
  if (others.length === 0) return [{ [naturalKey]: body[naturalKey], ...first }];
  try {
    const reader = await context.reader(kind);
    const list = await reader.relist();
    const byId = new Map(list.objects.map((object) => [object.id, object]));
    const complete = <T extends ServiceObject<Kind>>(object: T): T => ({
      ...byId.get(object.id),
      ...object,
    });
    for (const object of objects) reader.recordWrite(complete(object));
    return [complete(first), ...others.map(complete)];
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Incomplete state after create",
      `${objects.length} objects were created, but their list could not be read. Until the next refresh, the state has only their SIDs. ${reason}`,
    );
    return objects;
  }
}
