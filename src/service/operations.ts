import { type Kind, kinds } from "./kinds";

/** The rate class of an operation (docs/design/api.md#limits): 100/s, 50/s and 10/s. */
export type RateClass = "read" | "write" | "check_start";

/**
 * An operation of docs/design/api.md#endpoints. `path` is below the base URL, without `.json`; `{id}` is a placeholder.
 * `repeatable` operations are idempotent.
 */
export interface Operation {
  readonly title: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly rateClass: RateClass;
  readonly repeatable: boolean;
}

type Shape = Omit<Operation, "title" | "path"> & { readonly suffix: string };

const collectionShapes = {
  list: { method: "GET", suffix: "", rateClass: "read", repeatable: true },
  get: { method: "GET", suffix: "/{id}", rateClass: "read", repeatable: true },
  create: { method: "POST", suffix: "", rateClass: "write", repeatable: false },
  update: { method: "PUT", suffix: "/{id}", rateClass: "write", repeatable: true },
  delete: { method: "DELETE", suffix: "/{id}", rateClass: "write", repeatable: true },
  pause: { method: "POST", suffix: "/{id}/pause", rateClass: "write", repeatable: true },
  resume: { method: "POST", suffix: "/{id}/resume", rateClass: "write", repeatable: true },
} as const satisfies Record<string, Shape>;

/** The operations of a collection. */
export type CollectionVerb = keyof typeof collectionShapes;

/** All operations of a collection. */
export const collectionVerbs = Object.keys(collectionShapes) as CollectionVerb[];

/** The operation of a verb on a kind's collection. Only pausable kinds have pause and resume. */
export function collectionOperation(verb: CollectionVerb, kind: Kind): Operation {
  const { suffix, ...shape } = collectionShapes[verb];
  const { path, title, plural } = kinds[kind];
  return { ...shape, title: `${verb} ${verb === "list" ? plural : title}`, path: path + suffix };
}

/** The operations outside the collections, or of one collection only. */
export const operations = {
  startCheck: once("start check", "/rbl/check/start", "check_start"),
  checkStatus: read("get check status", "/rbl/check/status/{id}"),
  listings: read("list listed hosts", "/rbl/listings"),
  certificateErrors: read("list certificate errors", "/cert/errors"),
  resendConfirmation: once("resend confirmation of contact", "/contact/contacts/{id}/resend", "write"),
  confirmContact: once("confirm contact", "/contact/contacts/{id}/confirm", "write"),
};

function read(title: string, path: string): Operation {
  return { title, method: "GET", path, rateClass: "read", repeatable: true };
}

/** A write that must not be sent again if it may have had its effect. */
function once(title: string, path: string, rateClass: RateClass): Operation {
  return { title, method: "POST", path, rateClass, repeatable: false };
}
