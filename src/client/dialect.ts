import type { ApiVersion } from "../service/api-version";
import type { FormBody } from "../service/form";
import type { Kind } from "../service/kinds";
import { currentStatus } from "../service/legacy/error-status";
import { isLegacyKind, type LegacyKind } from "../service/legacy/kinds";
import { legacyCollectionOperation, legacyOperations } from "../service/legacy/operations";
import { type LegacyWrite, legacyBody, legacyFlags } from "../service/legacy/parameters";
import { unsupportedFields, unsupportedKindReason } from "../service/legacy/unsupported";
import { type CollectionVerb, collectionOperation, type Operation, operations } from "../service/operations";
import { refused } from "./errors";

/**
 * Translates operations and bodies of version 4.0 to those of an API version. What the version does not support is a
 * ServiceError of kind `refused`.
 */
export interface Dialect {
  /** The operation of a verb on a kind. @throws ServiceError */
  collectionOperation(verb: CollectionVerb, kind: Kind): Operation;
  /** An operation outside the collections, or of one kind only. @throws ServiceError */
  operation(name: keyof typeof operations): Operation;
  /** The body of a create or an update. @throws ServiceError */
  objectBody(write: LegacyWrite, kind: Kind, body: FormBody): FormBody;
  /** The body of an operation outside the collections. */
  plainBody(body: FormBody): FormBody;
  /** A boolean query parameter. */
  flag(value: boolean): string;
  /** The equivalent status in version 4.0 for an error status and message. */
  errorStatus(status: number, message: string | undefined): number;
}

const current: Dialect = {
  collectionOperation: collectionOperation,
  operation: (name) => operations[name],
  objectBody: (_write, _kind, body) => body,
  plainBody: (body) => body,
  flag: String,
  errorStatus: (status) => status,
};

const legacy: Dialect = {
  collectionOperation: (verb, kind) => legacyCollectionOperation(verb, legacyKind(verb, kind)),
  operation(name) {
    if (name in legacyOperations) return legacyOperations[name as keyof typeof legacyOperations];
    throw refused(operations[name].title, unsupportedKindReason("certificate_monitor"));
  },
  objectBody(write, kind, body) {
    const legacy = legacyKind(write, kind);
    const lacking = unsupportedFields(write, legacy, body);
    if (lacking.length === 0) return legacyBody(write, legacy, body);
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

/** The dialect of an API version. */
export function dialectOf(version: ApiVersion): Dialect {
  return dialects[version];
}
