import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Call } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";

/** The objects that a create returned: at least one. */
export type CreatedObjects = readonly [ServiceObject<Kind>, ...ServiceObject<Kind>[]];

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
    const listing = await reader.relist();
    const listed = new Map(listing.objects.map((object) => [object.id, object]));
    const complete = <T extends ServiceObject<Kind>>(object: T): T => ({
      ...listed.get(object.id),
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
