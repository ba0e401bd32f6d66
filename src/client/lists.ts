import type { Kind } from "../service/kinds";
import { isLegacyKind, legacyKinds } from "../service/legacy/kinds";
import type { Operation } from "../service/operations";
import { readServiceObject, type ServiceObject } from "../service/responses";
import { readNumber, readObject } from "../service/wire-forms";
import type { Connection } from "./connection";
import type { ListOptions } from "./options";
import { listData, type Page, readPage } from "./paging";

/** Reads a page of a list operation. */
export async function readListPage<K extends Kind>(
  { exchange, pageSize: defaultPageSize, logger }: Connection,
  operation: Operation,
  kind: K,
  page: number,
  { pageSize = defaultPageSize, signal }: ListOptions = {},
): Promise<Page<ServiceObject<K>>> {
  const query = { page: String(page), page_size: String(pageSize) };
  const response = await exchange.perform({ operation, query, signal });
  // Version 3.0 has a different name per kind (docs/design/api-3.0.md#migration (4)).
  const totals = ["total", ...(isLegacyKind(kind) ? [legacyKinds[kind].totalField] : [])];
  const requested = { page, pageSize, totals };
  const result = readPage(response, requested, (value) => readServiceObject(kind, value), operation.title);
  logger?.trace("page", { kind, page, pages: result.totalPages });
  return result;
}

/** The active certificate errors of all monitors. Their fields are not documented (docs/design/open-points.md#22). */
export type CertificateErrors = Awaited<ReturnType<typeof readCertificateErrors>>;

/** Reads the active certificate errors with one request: the list has no pages (docs/design/api.md#endpoints). */
export async function readCertificateErrors({ exchange, dialect }: Connection) {
  const operation = dialect.operation("certificateErrors");
  const response = await exchange.perform({ operation });
  const errors = listData(response, operation.title)
    .map(readObject)
    .filter((item) => item !== undefined);
  return { total_errors: readNumber(response.envelope.total_errors) ?? errors.length, errors };
}
