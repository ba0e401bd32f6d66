import { type CollectionVerb, collectionOperation, type Operation, operations } from "../operations";
import { type LegacyKind, legacyKinds } from "./kinds";

/** The word for a verb in version 3.0, as in `/host/add` and `Add host` (docs/design/api-3.0.md#endpoints). */
export function legacyVerb(verb: CollectionVerb): string {
  return verb === "create" ? "add" : verb;
}

/** The operation of a verb on a kind in version 3.0. All writes are POST requests (docs/design/api-3.0.md#endpoints). */
export function legacyCollectionOperation(verb: CollectionVerb, kind: LegacyKind): Operation {
  const action = verb === "get" ? "" : `/${legacyVerb(verb)}`;
  const suffix = verb === "list" ? "s" : `${action}${verb === "create" ? "" : "/{id}"}`;
  return inLegacy(collectionOperation(verb, kind), legacyKinds[kind].path + suffix);
}

/** The operations of version 3.0 outside the collections, or of contacts only. */
export const legacyOperations = {
  startCheck: inLegacy(operations.startCheck, "/check/start"),
  checkStatus: inLegacy(operations.checkStatus, "/check/status/{id}"),
  listings: inLegacy(operations.listings, "/listings"),
  resendConfirmation: inLegacy(operations.resendConfirmation, "/contact/resend/{id}"),
  confirmContact: inLegacy(operations.confirmContact, "/contact/confirm/{id}"),
} as const satisfies { readonly [N in keyof typeof operations]?: Operation };

function inLegacy(operation: Operation, path: string): Operation {
  return { ...operation, method: operation.method === "GET" ? "GET" : "POST", path };
}
