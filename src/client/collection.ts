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
 * The objects of one kind (docs/design/api.md#endpoints). Everything fails with a ServiceError only: an id of another form and
 * a body that the specification does not accept are `refused` and never sent.
 */
export interface Collection<K extends Kind> {
  readonly kind: K;
  /** The object of that id. `not_found` if it does not exist; an answer about another object is `unreadable`. */
  get(id: string, options?: CallOptions): Promise<ServiceObject<K>>;
  /** One page by its number, from 1. */
  page(number: number, options?: ListOptions): Promise<Page<ServiceObject<K>>>;
  /**
   * Creates what the body describes and returns what came to be: for hosts perhaps several (docs/design/open-points.md#10), else one.
   * After a success without a readable id the error is `unreadable` and its effect `possible`.
   */
  create(body: CreateRequest<K>, options?: CallOptions): Promise<ServiceObject<K>[]>;
  /** Changes those fields and no other; without fields nothing is sent. */
  update(id: string, changes: UpdateRequest<K>, options?: CallOptions): Promise<void>;
  /** Deletes the object; `not_found` if it is gone already. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Pauses the object; `conflict` if it is paused, `refused` for a kind that cannot be. */
  pause(id: string, options?: CallOptions): Promise<void>;
  /** Resumes the object; `conflict` if it is not paused, `refused` for a kind that cannot be. */
  resume(id: string, options?: CallOptions): Promise<void>;
}

/** The collection of that kind. What the spoken version does not have is `refused`. */
export function createCollection<K extends Kind>(kind: K, connection: Connection): Collection<K> {
  const { exchange, dialect } = connection;
  const titleOf = (verb: CollectionVerb) => collectionOperation(verb, kind).title;
  const reader = (options?: ListOptions) =>
    pageReader(connection, () => dialect.onObjects("list", kind), kind, options);
  const onObject = async (
    verb: CollectionVerb,
    id: string,
    { signal }: CallOptions,
    body?: FormBody,
  ): Promise<ApiResponse> => {
    const operation = dialect.onObjects(verb, kind);
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
      const operation = dialect.onObjects("create", kind);
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
