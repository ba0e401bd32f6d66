import { confirmationFields, fields } from "../service/fields";
import type { FormBody } from "../service/form";
import { distinct } from "../service/groups";
import { type Kind, kinds } from "../service/kinds";
import { type CollectionVerb, collectionOperation } from "../service/operations";
import type { CreateRequest, UpdateRequest } from "../service/requests";
import { flattenChildren, readServiceObject } from "../service/responses";
import { sidForm } from "../service/sids";
import { isDeletedStatus } from "../service/status";
import { readElements, readFields, readObject } from "../service/wire-forms";
import { mapInBatches } from "./batches";
import { assertAccepted, type Connection, performOn } from "./connection";
import type { ApiResponse } from "./envelope";
import { failed } from "./errors";
import { readListPage } from "./lists";
import type { CallOptions, ListOptions } from "./options";

/**
 * The objects of one kind (docs/design/api.md#endpoints). All failures are ServiceErrors. An invalid id, and a body that the
 * specification does not accept, are `refused` without a request.
 */
export type Collection<K extends Kind> = ReturnType<typeof createCollection<K>>;

/** Creates a collection. What the API version does not support is `refused`. */
export function createCollection<K extends Kind>(kind: K, connection: Connection) {
  const { exchange, dialect } = connection;
  const titleOf = (verb: CollectionVerb) => collectionOperation(verb, kind).title;
  const onObject = async (verb: CollectionVerb, id: string, { signal }: CallOptions, body?: FormBody) => {
    const operation = dialect.collectionOperation(verb, kind);
    return performOn(kind, connection, { operation, id, signal, ...(body && { body }) });
  };
  const act = async (verb: "pause" | "resume", id: string, options: CallOptions) => {
    if (!kinds[kind].pausable) throw failed("refused", titleOf(verb), "the service has no such action");
    await onObject(verb, id, options);
  };

  return {
    kind,
    /** Reads an object. `not_found` if it does not exist; `unreadable` if the response has another object. */
    async get(id: string, options: CallOptions = {}) {
      return requestedObject(kind, id, await onObject("get", id, options), titleOf("get"));
    },
    /** Reads a page by number, from 1. */
    async page(number: number, options?: ListOptions) {
      return readListPage(connection, dialect.collectionOperation("list", kind), kind, number, options);
    },
    /**
     * Creates an object and returns it; a subnet may create several hosts (docs/design/open-points.md#10). If a successful
     * response has no readable id, the error is `unreadable` with the effect `possible`.
     */
    async create(body: CreateRequest<K>, { signal }: CallOptions = {}) {
      const operation = dialect.collectionOperation("create", kind);
      assertAccepted(fields[kind], "create", body, operation.title);
      const secrets = "args" in body ? Object.values(body.args ?? {}) : [];
      const sent = dialect.objectBody("create", kind, body);
      const answer = await exchange.perform({ operation, body: sent, secrets, signal });
      return createdObjects(kind, answer, operation.title);
    },
    /** Changes the given fields. Without fields, nothing is sent. */
    async update(id: string, changes: UpdateRequest<K>, options: CallOptions = {}) {
      assertAccepted(fields[kind], "update", changes, titleOf("update"));
      const changed = Object.values(changes).some((value) => value !== undefined);
      if (changed) await onObject("update", id, options, dialect.objectBody("update", kind, changes));
    },
    /** Deletes the object; `not_found` if it does not exist. */
    async delete(id: string, options: CallOptions = {}) {
      await onObject("delete", id, options);
    },
    /** Pauses the object; `conflict` if it is already paused, `refused` for a kind that cannot be paused. */
    pause: (id: string, options: CallOptions = {}) => act("pause", id, options),
    /** Resumes the object; `conflict` if it is not paused, `refused` for a kind that cannot be paused. */
    resume: (id: string, options: CallOptions = {}) => act("resume", id, options),
  };
}

/** Operations of contacts only (docs/design/api.md#contact). They are not retried after a possible effect. */
export function createContactActions(connection: Connection) {
  const { dialect } = connection;
  return {
    /** Resends the confirmation message of a pending contact; `conflict` if it is not pending. */
    resend: async (id: string, { signal }: CallOptions = {}) => {
      await performOn("contact", connection, {
        operation: dialect.operation("resendConfirmation"),
        id,
        signal,
      });
    },
    /** Confirms a pending contact with the code it received; `conflict` if it is not pending. */
    confirm: async (id: string, authcode: string, { signal }: CallOptions = {}) => {
      const operation = dialect.operation("confirmContact");
      const body = { authcode };
      assertAccepted(confirmationFields, "create", body, operation.title);
      await performOn("contact", connection, { operation, id, body, secrets: [authcode], signal });
    },
  };
}

/** The object in the response to a get. @throws ServiceError if it is not the requested object (docs/design/open-points.md#1) */
function requestedObject<K extends Kind>(kind: K, id: string, response: ApiResponse, operation: string) {
  const items = readElements(response.envelope.data);
  const object = items.length === 1 ? readServiceObject(kind, items[0]) : undefined;
  if (object?.id === id) return object;
  if (items.length === 1 && isDeletedStatus(readFields(items[0])?.status))
    throw failed("not_found", operation, "it is deleted", { object: id });
  const content = object === undefined ? `starts with: ${response.excerpt()}` : `is about ${object.id}`;
  const problem = `the response is not the requested ${kinds[kind].title}; it ${content}`;
  throw failed("unreadable", operation, problem, { object: id });
}

/**
 * The objects in the response to a create: one, or for hosts at least one (docs/design/open-points.md#10).
 * @throws ServiceError of kind `unreadable` with a possible effect for other responses; the message has the readable ids
 */
export async function createdObjects<K extends Kind>(kind: K, response: ApiResponse, operation: string) {
  const items = readElements(response.envelope.data)
    .map(readObject)
    .flatMap((item) => (item !== undefined && kind === "host" ? flattenChildren(item) : [item]));
  const read = await mapInBatches(items, (item) => readServiceObject(kind, item));
  const objects = read.filter((item) => item !== undefined);
  const several = kind !== "host" && objects.length > 1;
  if (objects.length > 0 && objects.length === items.length && !several) return distinct(objects);
  const ids = objects.map((object) => object.id).join(", ");
  const problem = several
    ? `the service created several objects instead of one: ${ids}`
    : `the response is a success without a readable id (${sidForm(kind)})${
        ids === "" ? "" : ` for each object; readable ids: ${ids}`
      }; it starts with: ${response.excerpt()}`;
  throw failed("unreadable", operation, problem, { effect: "possible" });
}
