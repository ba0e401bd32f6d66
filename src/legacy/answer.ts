import type { FormBody } from "../service/form";
import { type LegacyKind, legacyKinds } from "../service/legacy/kinds";
import {
  flattenChildren,
  readCheckId,
  readCheckStatus,
  readServiceObject,
  type ServiceObject,
} from "../service/responses";
import { readElements, readNumber, readObject, type WireObject } from "../service/wire-forms";
import type { LegacyCall } from "./calls";
import { legacyCheckStatus, legacyObject, type Showing } from "./objects";

/** `version` of every answer: API 3.0 includes its minor version (docs/design/api-3.0.md#resources). */
export const legacyVersion = "3.6";

/** `status_message` of every success (docs/design/api-3.0.md#migration (4)). */
export const legacySuccess = "OK";

/** Default number of objects per page (docs/design/api-3.0.md#migration (7)). */
export const legacyPageSize = 20;

/** The body of a 3.0 answer. */
export function legacyAnswerBody(status_code: number, status_message: string, content: object = {}): string {
  return JSON.stringify({ status_code, status_message, version: legacyVersion, ...content });
}

/**
 * Converts a 4.0 answer to the content of a 3.0 answer; undefined if the 4.0 answer cannot be read. `sent` is the body of the
 * request to 4.0.
 */
export function legacyContent(call: LegacyCall, envelope: WireObject, sent: FormBody, showing: Showing) {
  const { verb, kind } = call;
  if (verb === "startCheck") return startedCheck(envelope.data, showing);
  if (verb === "checkStatus") return checkStatus(envelope.data);
  if (kind === undefined) return undefined;
  if (verb === "create") return created(kind, envelope.data, sent);
  if (verb === "get") return page(kind, { ...envelope, page_size: legacyPageSize }, showing);
  return verb === "list" || verb === "listings" ? page(kind, envelope, showing) : {};
}

/** A 3.0 list. A 3.0 get also returns a list, with one object. */
function page(kind: LegacyKind, envelope: WireObject, showing: Showing): object | undefined {
  // Without data, an empty list would be a guess.
  const objects = envelope.data ? readObjects(kind, readElements(envelope.data)) : undefined;
  if (objects === undefined) return undefined;
  return {
    page: readNumber(envelope.page),
    total_pages: readNumber(envelope.total_pages),
    page_size: readNumber(envelope.page_size),
    [legacyKinds[kind].totalField]: readNumber(envelope.total),
    total_listed: readNumber(envelope.total_listed),
    data: objects.map((object) => legacyObject(kind, object, showing)),
  };
}

/** The answer to an add (docs/design/api-3.0.md#rules (4)): the id; for a contact also the destination; for hosts a list with names. */
function created(kind: LegacyKind, data: unknown, sent: FormBody): object | undefined {
  const objects = readObjects(
    kind,
    readElements(data).flatMap((each) => flattenChildren(readObject(each) ?? {})),
  );
  const [first] = objects ?? [];
  if (objects === undefined || first === undefined) return undefined;
  if (kind === "host")
    return {
      data: (objects as ServiceObject<"host">[]).map((host) => addedHost(host, objects.length, sent)),
    };
  if (kind !== "contact") return { data: { id: first.id } };
  const { id, contact = sent.contact } = first as ServiceObject<"contact">;
  return { data: { id, contact } };
}

function addedHost({ id, host, name, parent }: ServiceObject<"host">, count: number, sent: FormBody): object {
  return {
    id,
    host: host ?? (count === 1 ? sent.host : undefined),
    name: name ?? sent.name,
    parent: parent ?? null,
  };
}

function startedCheck(data: unknown, showing: Showing): object | undefined {
  const [check] = readElements(data);
  const id = readCheckId(check);
  if (id === undefined) return undefined;
  const reported = readObject(check)?.rbls;
  const rbls = Array.isArray(reported) ? readObjects("source", reported) : undefined;
  return { data: { id, rbls: rbls?.map((source) => legacyObject("source", source, showing)) } };
}

function checkStatus(data: unknown): object | undefined {
  const check = readCheckStatus(readElements(data)[0]);
  return check === undefined ? undefined : { data: legacyCheckStatus(check) };
}

/** All objects, or undefined if one cannot be read: programs would believe a shorter list. */
function readObjects<K extends LegacyKind>(kind: K, values: readonly unknown[]) {
  const objects = values
    .map((value) => readServiceObject(kind, value))
    .filter((object) => object !== undefined);
  return objects.length === values.length ? objects : undefined;
}
