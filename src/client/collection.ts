import type { FormBody } from "../service/form";
import { type Kind, kinds } from "../service/kinds";
import { type CollectionVerb, collectionOperation } from "../service/operations";
import { type CreateRequest, createRequests, type UpdateRequest, updateRequests } from "../service/requests";
import type { ServiceObject } from "../service/responses";
import { isSid, sidForm } from "../service/sids";
import type { Connection } from "./connection";
import type { ApiResponse } from "./envelope";
import { refused } from "./errors";
import { pageReader } from "./lists";
import type { CallOptions, ListOptions } from "./options";
import type { Page } from "./paging";
import { acceptedBody } from "./request-body";
import { createdObjects, requestedObject } from "./returned-objects";

/**
 * The objects of one kind (docs/design/api.md#endpoints). All failures are ServiceErrors. An invalid id, and a body that the
 * specification does not accept, are `refused` without a request.
 */
export interface Collection<K extends Kind> {
  readonly kind: K;
  /** Reads an object. `not_found` if it does not exist; `unreadable` if the response has another object. */
  get(id: string, options?: CallOptions): Promise<ServiceObject<K>>;
  /** Reads a page by number, from 1. */
  page(number: number, options?: ListOptions): Promise<Page<ServiceObject<K>>>;
  /**
   * Creates an object and returns it; a subnet may create several hosts (docs/design/open-points.md#10). If a successful response
   * has no readable id, the error is `unreadable` with the effect `possible`.
   */
  create(body: CreateRequest<K>, options?: CallOptions): Promise<ServiceObject<K>[]>;
  /** Changes the given fields. Without fields, nothing is sent. */
  update(id: string, changes: UpdateRequest<K>, options?: CallOptions): Promise<void>;
  /** Deletes the object; `not_found` if it does not exist. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Pauses the object; `conflict` if it is already paused, `refused` for a kind that cannot be paused. */
  pause(id: string, options?: CallOptions): Promise<void>;
  /** Resumes the object; `conflict` if it is not paused, `refused` for a kind that cannot be paused. */
  resume(id: string, options?: CallOptions): Promise<void>;
}

/** Creates a collection. What the API version does not support is `refused`. */
export function createCollection<K extends Kind>(kind: K, connection: Connection): Collection<K> {
  const { exchange, dialect } = connection;
  const titleOf = (verb: CollectionVerb) => collectionOperation(verb, kind).title;
  const reader = (options?: ListOptions) =>
    pageReader(connection, () => dialect.collectionOperation("list", kind), kind, options);
  const onObject = async (
    verb: CollectionVerb,
    id: string,
    { signal }: CallOptions,
    body?: FormBody,
  ): Promise<ApiResponse> => {
    const operation = dialect.collectionOperation(verb, kind);
    if (!isSid(kind, id)) throw refused(operation.title, `the id must be ${sidForm(kind)}`);
    return exchange.perform({ operation, id, signal, ...(body && { body }) });
  };
  const act = async (verb: "pause" | "resume", id: string, options: CallOptions) => {
    if (!kinds[kind].pausable) throw refused(titleOf(verb), "the service has no such action");
    await onObject(verb, id, options);
  };

  return {
    kind,
    get: async (id, options = {}) =>
      requestedObject(kind, id, await onObject("get", id, options), titleOf("get")),
    page: (number, options) => reader(options)(number),
    create: async (body, { signal } = {}) => {
      const operation = dialect.collectionOperation("create", kind);
      const accepted = acceptedBody(createRequests[kind], body, operation.title);
      const secrets = "args" in accepted ? Object.values(accepted.args ?? {}) : [];
      const sent = dialect.objectBody("create", kind, accepted);
      const answer = await exchange.perform({ operation, body: sent, secrets, signal });
      return createdObjects(kind, answer, operation.title);
    },
    update: async (id, changes, options = {}) => {
      const accepted = acceptedBody(updateRequests[kind], changes, titleOf("update"));
      const changed = Object.values(accepted).some((value) => value !== undefined);
      if (changed) await onObject("update", id, options, dialect.objectBody("update", kind, accepted));
    },
    delete: async (id, options = {}) => {
      await onObject("delete", id, options);
    },
    pause: (id, options = {}) => act("pause", id, options),
    resume: (id, options = {}) => act("resume", id, options),
  };
}
