import type { ApiVersion } from "../service/api-version";
import type { FormBody } from "../service/form";
import type { Kind } from "../service/kinds";
import { legacyBody, legacyFlags } from "../service/legacy/body";
import { currentStatus } from "../service/legacy/error-status";
import { isLegacyKind, type LegacyKind } from "../service/legacy/kinds";
import { legacyCollectionOperation, legacyOperations } from "../service/legacy/operations";
import type { LegacyWrite } from "../service/legacy/parameters";
import { unsupportedFields, unsupportedKindReason } from "../service/legacy/unsupported";
import { type CollectionVerb, collectionOperation, type Operation, operations } from "../service/operations";
import { refused } from "./errors";

/**
 * How a version of the interface is spoken: which operation stands for what is meant, and how what is sent is written.
 * Callers speak version 4.0; what the version lacks is a ServiceError of kind `refused`.
 */
export interface Dialect {
  /** The operation of that verb on objects of the kind. @throws ServiceError */
  onObjects(verb: CollectionVerb, kind: Kind): Operation;
  /** An operation that belongs to no kind, or to one only. @throws ServiceError */
  operation(name: keyof typeof operations): Operation;
  /** The body of a create or an update of that kind. @throws ServiceError */
  objectBody(write: LegacyWrite, kind: Kind, body: FormBody): FormBody;
  /** A body that belongs to no kind. */
  plainBody(body: FormBody): FormBody;
  /** A flag of a query. */
  flag(value: boolean): string;
  /** The status that version 4.0 has for an error with that status and message. */
  errorStatus(status: number, message: string | undefined): number;
}

const current: Dialect = {
  onObjects: collectionOperation,
  operation: (name) => operations[name],
  objectBody: (_write, _kind, body) => body,
  plainBody: (body) => body,
  flag: String,
  errorStatus: (status) => status,
};

const legacy: Dialect = {
  onObjects: (verb, kind) => legacyCollectionOperation(verb, legacyKind(verb, kind)),
  operation(name) {
    if (name in legacyOperations) return legacyOperations[name as keyof typeof legacyOperations];
    throw refused(operations[name].title, unsupportedKindReason("certificate_monitor"));
  },
  objectBody(write, kind, body) {
    const known = legacyKind(write, kind);
    const lacking = unsupportedFields(write, known, body);
    if (lacking.length === 0) return legacyBody(write, known, body);
    const problem = lacking.map(({ field, reason }) => `${field}: ${reason}`).join("; ");
    throw refused(collectionOperation(write, kind).title, problem);
  },
  plainBody: legacyFlags,
  flag: (value) => String(Number(value)),
  errorStatus: currentStatus,
};

function legacyKind(verb: CollectionVerb, kind: Kind): LegacyKind {
  if (isLegacyKind(kind)) return kind;
  throw refused(collectionOperation(verb, kind).title, unsupportedKindReason(kind));
}

const dialects: Readonly<Record<ApiVersion, Dialect>> = { "4.0": current, "3.0": legacy };

/** How that version is spoken. */
export function dialectOf(version: ApiVersion): Dialect {
  return dialects[version];
}
