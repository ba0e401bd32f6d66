import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { type Call, isFullyKnown, type ObjectValue } from "../../terraform";
import type { Account } from "../account";
import { abbreviated } from "../text";
import { reportedValues } from "./api-fields";
import type { ValuesById } from "./notes";
import type { AnyManagedObject, CreateBody, CreatedObjects } from "./object";
import { onlyRequested } from "./send-create";
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
  const ofWhich = checked.length > 0 ? ids : [id];
  const consequence = `The next refresh reads the value of ${open.join(", ")}.`;
  const now = open.length === 0 ? [] : await readAfterWrite(object, call, ofWhich, consequence);
  const read: ValuesById = Object.fromEntries(now.map((each) => [each.id, reportedValues(attributes, each)]));
  const known = { ...read[id], ...reported };
  noteServed(attributes, sent, { ...read, [id]: known }, call);
  return known;
}

/** The objects that were just written. A failure to read them is only a warning, because the next refresh reads them again. */
async function readAfterWrite(
  { kind }: AnyManagedObject,
  { context, diagnostics, signal }: Call<Account>,
  ids: readonly string[],
  consequence: string,
): Promise<readonly ServiceObject<Kind>[]> {
  try {
    return await (await context.reader(kind)).readManyFresh(ids, { signal });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Read after write failed",
      `${abbreviated(ids)}: written, but could not be read afterwards. ${consequence} ${reason}`,
    );
    return [];
  }
}

/**
 * Completes created objects with their natural keys, if the API returned only ids. A single object has the key that was
 * sent. Several objects are read once.
 */
export async function withNaturalKeys(
  object: AnyManagedObject,
  call: Call<Account>,
  objects: CreatedObjects,
  body: CreateBody,
): Promise<CreatedObjects> {
  const { naturalKey } = object;
  if (naturalKey === undefined || objects.every((created) => naturalKey in created)) return objects;
  const [first, ...others] = objects;
  if (others.length === 0) return [{ [naturalKey]: body[naturalKey], ...first }];
  const ids = objects.map(({ id }) => id);
  const now = await readAfterWrite(
    object,
    call,
    ids,
    "Until the next refresh, the state has only their SIDs.",
  );
  const byId = new Map(now.map((current) => [current.id, current]));
  const complete = (created: ServiceObject<Kind>) => ({ ...byId.get(created.id), ...created });
  return onlyRequested({ object, call, body }, [complete(first), ...others.map(complete)]);
}
