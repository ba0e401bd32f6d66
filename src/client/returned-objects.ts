import { type Kind, kinds } from "../service/kinds";
import { flattenChildren, readServiceObject, type ServiceObject } from "../service/responses";
import { sidForm } from "../service/sids";
import { readObject } from "../service/wire-forms";
import { mapInBatches } from "./batches";
import type { ApiResponse } from "./envelope";
import { ServiceError } from "./errors";

/** The object that a get returned. Another object than the one asked for is never taken for it (docs/design/open-points.md#1). */
export function requestedObject<K extends Kind>(
  kind: K,
  id: string,
  answer: ApiResponse,
  operation: string,
): ServiceObject<K> {
  const items = elements(answer.envelope.data);
  const object = items.length === 1 ? readServiceObject(kind, items[0]) : undefined;
  if (object?.id === id) return object;
  const found = object === undefined ? `starts with: ${answer.excerpt()}` : `is about ${object.id}`;
  throw new ServiceError({
    kind: "unreadable",
    operation,
    object: id,
    effect: "none",
    problem: `the answer is not the ${kinds[kind].title} asked for; it ${found}`,
  });
}

/**
 * The objects that a create returned: one, and for hosts at least one (docs/design/open-points.md#10). Anything else is `unreadable` with
 * a possible effect, and the message names the ids that did come.
 */
export async function createdObjects<K extends Kind>(
  kind: K,
  answer: ApiResponse,
  operation: string,
): Promise<ServiceObject<K>[]> {
  const items = elements(answer.envelope.data)
    .map(readObject)
    .flatMap((item) => (item !== undefined && kind === "host" ? flattenChildren(item) : [item]));
  const read = await mapInBatches(items, (item) => readServiceObject(kind, item));
  const objects = read.filter((item) => item !== undefined);
  const several = kind !== "host" && objects.length > 1;
  if (objects.length > 0 && objects.length === items.length && !several) return distinct(objects);
  const ids = objects.map((object) => object.id).join(", ");
  const problem = several
    ? `the service created several objects where one was expected: ${ids}`
    : `the service answered with success, but without a readable id (${sidForm(kind)})${
        ids === "" ? "" : ` for all that it created; readable are ${ids}`
      }; the answer starts with: ${answer.excerpt()}`;
  throw new ServiceError({ kind: "unreadable", operation, problem, effect: "possible" });
}

function elements(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  return data === undefined || data === null ? [] : [data];
}

function distinct<T extends { readonly id: string }>(objects: T[]): T[] {
  return [...new Map(objects.map((object) => [object.id, object])).values()];
}
