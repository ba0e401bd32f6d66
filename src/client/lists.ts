import type { Kind } from "../service/kinds";
import type { Operation } from "../service/operations";
import { readServiceObject, type ServiceObject } from "../service/responses";
import type { Exchange } from "./exchange";
import type { ListOptions } from "./options";
import { type Page, type PageReader, readPage } from "./paging";

/** Reads the pages of a list operation whose objects are of that kind. */
export function pageReader<K extends Kind>(
  exchange: Exchange,
  operation: Operation,
  kind: K,
  options: ListOptions & { readonly pageSize: number },
): PageReader<ServiceObject<K>> {
  const { pageSize, signal } = options;
  const read = (value: unknown) => readServiceObject(kind, value);
  return async (page): Promise<Page<ServiceObject<K>>> => {
    const query = { page: String(page), page_size: String(pageSize) };
    const answer = await exchange.perform({ operation, query, signal });
    return readPage(answer, { page, pageSize }, read, operation.title);
  };
}
