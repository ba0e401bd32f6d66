import { type CollectionVerb, collectionOperation, type Operation, operations } from "../operations";
import { type LegacyKind, legacyKinds } from "./kinds";

/** Path suffixes by verb, except for lists (docs/design/api-3.0.md#endpoints). */
const segments: Readonly<Record<Exclude<CollectionVerb, "list">, string>> = {
  get: "/{id}",
  create: "/add",
  update: "/update/{id}",
  delete: "/delete/{id}",
  pause: "/pause/{id}",
  resume: "/resume/{id}",
};

/** The operation of a verb on a kind in version 3.0. All writes are POST requests (docs/design/api-3.0.md#endpoints). */
export function legacyCollectionOperation(verb: CollectionVerb, kind: LegacyKind): Operation {
  const { listPath, itemPath } = legacyKinds[kind];
  const path = verb === "list" ? listPath : itemPath + segments[verb];
  return inLegacy(collectionOperation(verb, kind), path);
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
