import { type Kind, kinds } from "../service/kinds";
import { flattenChildren, readServiceObject, type ServiceObject } from "../service/responses";
import { sidForm } from "../service/sids";
import { readObject } from "../service/wire-forms";
import { mapInBatches } from "./batches";
import type { ApiResponse } from "./envelope";
import { ServiceError } from "./errors";

/** The object in the response to a get. @throws ServiceError if it is not the requested object (docs/design/open-points.md#1) */
export function requestedObject<K extends Kind>(
  kind: K,
  id: string,
  response: ApiResponse,
  operation: string,
): ServiceObject<K> {
  const items = elements(response.envelope.data);
  const object = items.length === 1 ? readServiceObject(kind, items[0]) : undefined;
  if (object?.id === id) return object;
  const found = object === undefined ? `starts with: ${response.excerpt()}` : `is about ${object.id}`;
  throw new ServiceError({
    kind: "unreadable",
    operation,
    object: id,
    effect: "none",
    problem: `the response is not the requested ${kinds[kind].title}; it ${found}`,
  });
}

/**
 * The objects in the response to a create: one, or for hosts at least one (docs/design/open-points.md#10).
 * @throws ServiceError of kind `unreadable` with a possible effect for other responses; the message has the readable ids
 */
export async function createdObjects<K extends Kind>(
  kind: K,
  response: ApiResponse,
  operation: string,
): Promise<ServiceObject<K>[]> {
  const items = elements(response.envelope.data)
    .map(readObject)
    .flatMap((item) => (item !== undefined && kind === "host" ? flattenChildren(item) : [item]));
  const read = await mapInBatches(items, (item) => readServiceObject(kind, item));
  const objects = read.filter((item) => item !== undefined);
  const several = kind !== "host" && objects.length > 1;
  if (objects.length > 0 && objects.length === items.length && !several) return distinct(objects);
  const ids = objects.map((object) => object.id).join(", ");
  const problem = several
    ? `the service created several objects instead of one: ${ids}`
    : `the response is a success without a readable id (${sidForm(kind)})${
        ids === "" ? "" : ` for each object; readable ids: ${ids}`
      }; it starts with: ${response.excerpt()}`;
  throw new ServiceError({ kind: "unreadable", operation, problem, effect: "possible" });
}

function elements(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  return data === undefined || data === null ? [] : [data];
}

function distinct<T extends { readonly id: string }>(objects: T[]): T[] {
  return [...new Map(objects.map((object) => [object.id, object])).values()];
}
