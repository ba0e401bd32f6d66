import type { ApiVersion } from "../service/api-version";
import type { FormBody } from "../service/form";
import type { Kind } from "../service/kinds";
import { currentStatus } from "../service/legacy/error-status";
import { isLegacyKind, type LegacyKind } from "../service/legacy/kinds";
import { legacyCollectionOperation, legacyOperations } from "../service/legacy/operations";
import { legacyBody, legacyFlags } from "../service/legacy/parameters";
import { unsupportedFields, unsupportedKindReason } from "../service/legacy/unsupported";
import { type CollectionVerb, collectionOperation, type Operation, operations } from "../service/operations";
import type { Write } from "../service/requests";
import { failed } from "./errors";

const current = {
  /** The operation of a verb on a kind. @throws ServiceError */
  collectionOperation,
  /** An operation outside the collections, or of one kind only. @throws ServiceError */
  operation: (name: keyof typeof operations): Operation => operations[name],
  /** The body of a create or an update. @throws ServiceError */
  objectBody: (_write: Write, _kind: Kind, body: FormBody) => body,
  /** The query, or the body, of an operation outside the collections. */
  plainForm: (form: FormBody) => form,
  /** The equivalent status in version 4.0 for an error status and message. */
  errorStatus: (status: number, _message: string | undefined) => status,
};

/**
 * Translates operations and bodies of version 4.0 to those of an API version. What the version does not support is a
 * ServiceError of kind `refused`.
 */
export type Dialect = typeof current;

const legacy: Dialect = {
  collectionOperation: (verb, kind) => legacyCollectionOperation(verb, legacyKind(verb, kind)),
  operation(name) {
    if (name in legacyOperations) return legacyOperations[name as keyof typeof legacyOperations];
    throw failed("refused", operations[name].title, unsupportedKindReason("certificate_monitor"));
  },
  objectBody(write, kind, body) {
    const legacy = legacyKind(write, kind);
    const lacking = unsupportedFields(write, legacy, body);
    if (lacking.length === 0) return legacyBody(write, legacy, body);
    const problem = lacking.map(({ field, reason }) => `${field}: ${reason}`).join("; ");
    throw failed("refused", collectionOperation(write, kind).title, problem);
  },
  plainForm: legacyFlags,
  errorStatus: currentStatus,
};

function legacyKind(verb: CollectionVerb, kind: Kind): LegacyKind {
  if (isLegacyKind(kind)) return kind;
  throw failed("refused", collectionOperation(verb, kind).title, unsupportedKindReason(kind));
}

/** The dialect of an API version. */
export function dialectOf(version: ApiVersion): Dialect {
  return version === "3.0" ? legacy : current;
}
