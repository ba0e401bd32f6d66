import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Call } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";

/** What a create returned: one object, or several. */
export type CreatedObjects = readonly [ServiceObject<Kind>, ...ServiceObject<Kind>[]];

/**
 * Created objects with their natural keys. A service that returns nothing but ids leaves them open: of a single object
 * the key is what was sent, of several the list tells it, which is read once for all of them.
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
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Not read back",
      `${objects.length} objects were created, but the list of them could not be read, so state knows their SIDs only until the next plan: ${why}`,
    );
    return objects;
  }
}
