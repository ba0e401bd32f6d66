import { readNumber, readObject, type WireObject } from "../service/wire-forms";
import type { Connection } from "./connection";
import { ServiceError } from "./errors";
import type { CallOptions } from "./options";

/** The certificate errors that are active now, over all monitors. Their fields are not specified (docs/design/open-points.md#22). */
export interface CertificateErrors {
  readonly total_errors: number;
  readonly errors: WireObject[];
}

/** Reads the active certificate errors in one request: the list has no pages (docs/design/api.md#endpoints). */
export async function readCertificateErrors(
  { exchange, dialect }: Connection,
  { signal }: CallOptions = {},
): Promise<CertificateErrors> {
  const operation = dialect.operation("certificateErrors");
  const { envelope, excerpt } = await exchange.perform({ operation, signal });
  const data = envelope.data === null ? [] : envelope.data;
  if (!Array.isArray(data)) {
    const problem = `the list has no data; it starts with: ${excerpt()}`;
    throw new ServiceError({ kind: "unreadable", operation: operation.title, problem, effect: "none" });
  }
  const errors = data.map(readObject).filter((item) => item !== undefined);
  return { total_errors: readNumber(envelope.total_errors) ?? errors.length, errors };
}
