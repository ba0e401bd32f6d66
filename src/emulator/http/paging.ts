import type { ChangeableSettings } from "../options";
import { Refusal } from "../validation";

/** A page, according to `page` and `page_size` of the query. @throws Refusal 400 unless both are integers >= 1 */
export function pageOf<T>(
  objects: readonly T[],
  query: ReadonlyMap<string, string>,
  settings: ChangeableSettings,
) {
  const page = positive("page", query.get("page") ?? "1");
  const size = Math.min(positive("page_size", query.get("page_size") ?? "100"), settings.maxPageSize);
  const total = objects.length;
  const total_pages = total === 0 ? settings.emptyTotalPages : Math.ceil(total / size);
  const ordered = settings.listOrder === "newest-first" ? [...objects].reverse() : objects;
  return {
    objects: ordered.slice((page - 1) * size, page * size),
    envelope: { page, page_size: size, total_pages, total },
  };
}

/** The envelope of a get: a list with one object. */
export const singleObject = { page: 1, page_size: 100, total_pages: 1, total: 1 };

function positive(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= 1) return number;
  throw new Refusal(400, `Bad request: ${name} must be an integer of at least 1.`);
}
