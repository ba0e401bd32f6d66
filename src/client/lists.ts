import type { Kind } from "../service/kinds";
import { isLegacyKind, legacyKinds } from "../service/legacy/kinds";
import type { Operation } from "../service/operations";
import { readServiceObject, type ServiceObject } from "../service/responses";
import type { Connection } from "./connection";
import type { ListOptions } from "./options";
import { type Page, type PageReader, readPage } from "./paging";

/**
 * Reads the pages of a list operation whose objects are of that kind.
 * @param listing the operation, asked for with each page; throws a ServiceError if there is none
 */
export function pageReader<K extends Kind>(
  { exchange, pageSize: usualPageSize, logger }: Connection,
  listing: () => Operation,
  kind: K,
  { pageSize = usualPageSize, signal }: ListOptions = {},
): PageReader<ServiceObject<K>> {
  const read = (value: unknown) => readServiceObject(kind, value);
  return async (page): Promise<Page<ServiceObject<K>>> => {
    const operation = listing();
    const query = { page: String(page), page_size: String(pageSize) };
    const answer = await exchange.perform({ operation, query, signal });
    const asked = { page, pageSize, totals: totalNames(kind) };
    const found = readPage(answer, asked, read, operation.title);
    logger?.trace("page", { kind, page, pages: found.totalPages });
    return found;
  };
}

/** What a list of the kind may call its count: version 3.0 has a name of its own for each (docs/design/api-3.0.md#migration (4)). */
function totalNames(kind: Kind): string[] {
  return isLegacyKind(kind) ? ["total", legacyKinds[kind].totalField] : ["total"];
}
