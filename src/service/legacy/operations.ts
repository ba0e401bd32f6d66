import { type CollectionVerb, collectionOperation, type Operation, operations } from "../operations";
import { type LegacyKind, legacyKinds } from "./kinds";

/** Where the verb stands in the path, for all but the list (docs/design/api-3.0.md#endpoints). */
const segments: Readonly<Record<Exclude<CollectionVerb, "list">, string>> = {
  get: "/{id}",
  create: "/add",
  update: "/update/{id}",
  delete: "/delete/{id}",
  pause: "/pause/{id}",
  resume: "/resume/{id}",
};

/** The operation of that verb on the kind in version 3.0: whatever writes is a POST (docs/design/api-3.0.md#endpoints). */
export function legacyCollectionOperation(verb: CollectionVerb, kind: LegacyKind): Operation {
  const { listPath, itemPath } = legacyKinds[kind];
  const path = verb === "list" ? listPath : itemPath + segments[verb];
  return inLegacy(collectionOperation(verb, kind), path);
}

/** The operations of version 3.0 that belong to no kind, or to contacts only. */
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
