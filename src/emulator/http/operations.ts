import { parseHost } from "../../service/addresses";
import type { Fields as AcceptedFields } from "../../service/field";
import { checkFields, fields as objectFields } from "../../service/fields";
import { type Kind, kinds } from "../../service/kinds";
import { type CollectionVerb, collectionOperation, operations as documented } from "../../service/operations";
import { checkIdPattern } from "../../service/sids";
import { readFlag } from "../../service/wire-forms";
import type { AnyObject, ContactObject, Fields } from "../account/objects";
import type { ChangeableSettings } from "../options";
import { confirm, resend } from "../rules/contact-rules";
import { assertPlan, createObjects, deleteObject, findObject, setPaused, updateObject } from "../rules/crud";
import type { Service } from "../service";
import { Refusal, validate } from "../validation";
import { checkStatus, present } from "./presentation";
import type { RateClass } from "./rate-limits";

interface OperationInput {
  /** The id in the path, or an empty string. */
  readonly id: string;
  readonly query: ReadonlyMap<string, string>;
  readonly fields: Fields;
}

/** The result of a successful operation: the envelope's message and other fields, or plain text. */
type Result = { readonly message: string; readonly content?: object } | { readonly text: string };

type Run = (input: OperationInput, service: Service) => Result;

/** The emulator's implementation of an operation. */
interface Behaviour {
  readonly run: Run;
  /** The supported query parameters. Defaults to none. */
  readonly query?: readonly string[];
  /** The fields whose forms the body has. Other fields are texts. Defaults to none. */
  readonly body?: AcceptedFields;
  /** Overrides the rate class of the specification. */
  readonly rateClass?: RateClass;
}

/**
 * An operation of the specification (docs/design/api.md#endpoints) with its implementation. The path is below the base URL,
 * without the suffix `.json`, which operations with plain text do not have.
 */
export type Operation = Pick<ReturnType<typeof collectionOperation>, "method" | "path"> &
  Behaviour & { readonly rateClass: RateClass; readonly suffix?: "" };

const pageQuery = ["page", "page_size"];

const singleOperations: { readonly [Name in keyof typeof documented]: Behaviour } = {
  startCheck: {
    body: checkFields,
    run: ({ fields }, service) => {
      const { id, sources } = service.checks.start(fields);
      const data = { [service.settings.idKey]: id, ...requestedSources(sources, service) };
      return { message: "Check started successfully.", content: { data } };
    },
  },
  checkStatus: {
    query: ["details"],
    run: ({ id, query }, service) => {
      if (!checkIdPattern.test(id)) throw new Refusal(400, "Bad request: invalid check id.");
      const asked = query.get("details");
      const details = asked === undefined ? undefined : readFlag(asked);
      if (asked !== undefined && details === undefined)
        throw new Refusal(400, "Bad request: details must be true or false.");
      const check = service.checks.get(id);
      if (check === undefined) throw new Refusal(404, "The check does not exist.");
      const data = checkStatus(check, details ?? check.details, service.settings);
      return { message: "Check status retrieved successfully.", content: { data } };
    },
  },
  listings: {
    query: pageQuery,
    run: ({ query }, service) => pageResult("host", service.account.listed(), "Listings", query, service),
  },
  certificateErrors: {
    run: (_input, { certificateErrors }) => {
      const data = certificateErrors.all().map((error) => certificateErrors.wire(error));
      return { message: "Certificate Errors", content: { total_errors: data.length, data } };
    },
  },
  resendConfirmation: {
    rateClass: "resend",
    run: ({ id, fields }, service) => {
      validate(fields, service.settings);
      resend(findObject("contact", id, service) as ContactObject, service);
      return { message: "Contact authorization re-sent successfully." };
    },
  },
  confirmContact: {
    run: ({ id, fields }, service) => {
      confirm(findObject("contact", id, service) as ContactObject, fields, service);
      return { message: "Contact authorized successfully." };
    },
  },
};

const collectionOperations: Readonly<Record<CollectionVerb, (kind: Kind) => Behaviour>> = {
  list: (kind) => ({
    query: pageQuery,
    run: ({ query }, service) => {
      assertPlan(kind, service);
      const all: readonly AnyObject[] = service.account.objects(kind);
      const objects = all.filter((object) => isShown(kind, object, service));
      return pageResult(kind, objects, subjectsOf(kind).list, query, service);
    },
  }),
  create: (kind) => ({
    body: objectFields[kind],
    run: ({ fields }, service) => {
      const objects = createObjects(kind, fields, service);
      const isSubnet = kind === "host" && parseHost(String(fields.host))?.form === "subnet";
      return createdResult(kind, objects, isSubnet && service.settings.memberLag > 0, service);
    },
  }),
  get: (kind) => ({
    run: ({ id }, service) => {
      const object = findObject(kind, id, service);
      const listed = kind === "host" ? { total_listed: Number(object.listed === true) } : {};
      const data = present(kind, [object], service);
      return { message: subjectsOf(kind).list, content: { ...singleObject, ...listed, data } };
    },
  }),
  update: (kind) => ({
    body: objectFields[kind],
    run: ({ id, fields }, service) => {
      updateObject(kind, id, fields, service);
      return { message: changeMessage(kind, "updated") };
    },
  }),
  delete: (kind) => ({
    run: ({ id, fields }, service) => {
      validate(fields, service.settings);
      deleteObject(kind, id, service);
      return { message: `${subjectsOf(kind).deleted} deleted successfully.` };
    },
  }),
  pause: (kind) => pauseOrResume(kind, true),
  resume: (kind) => pauseOrResume(kind, false),
};

function pauseOrResume(kind: Kind, pause: boolean): Behaviour {
  return {
    run: ({ id, fields }, service) => {
      validate(fields, service.settings);
      setPaused(kind, id, pause, service);
      return { message: changeMessage(kind, pause ? "paused" : "activated") };
    },
  };
}

/** An operation that returns a number as plain text. */
function count(path: string, of: (service: Service) => number): Operation {
  const run: Run = (_input, service) => ({ text: String(of(service)) });
  return { method: "GET", path, suffix: "", rateClass: "read", run };
}

/** Every operation of version 4.0. */
export const operations: readonly Operation[] = [
  ...names(documented).map((name) => ({ ...documented[name], ...singleOperations[name] })),
  count("/rbl/listings/count", ({ account }) => account.listed().length),
  count("/cert/errors/count", ({ certificateErrors }) => certificateErrors.all().length),
  ...names(kinds).flatMap((kind) =>
    names(collectionOperations)
      .filter((verb) => kinds[kind].pausable || (verb !== "pause" && verb !== "resume"))
      .map((verb) => ({ ...collectionOperation(verb, kind), ...collectionOperations[verb](kind) })),
  ),
];

function names<T extends object>(table: T): (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}

/** The subjects of messages that do not follow from the title of the kind: a list or get, a changed object, a deleted object. */
const documentedSubjects: Partial<Record<Kind, Partial<Record<"list" | "changed" | "deleted", string>>>> = {
  monitoring_profile: { deleted: "Monitoring profile" },
  source: { list: "Data Sources", changed: "Custom RBL", deleted: "Custom RBL" },
  contact_group: { changed: "Contact group" },
};

/** The subjects of `status_message` (docs/design/api.md#success-messages). */
function subjectsOf(kind: Kind) {
  const [changed = "", list = ""] = [kinds[kind].title, kinds[kind].plural].map((words) =>
    words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  );
  return { list, changed, deleted: changed, ...documentedSubjects[kind] };
}

/** `status_message` of an operation that changed an object. */
function changeMessage(kind: Kind, change: "added" | "updated" | "paused" | "activated"): string {
  return `${subjectsOf(kind).changed} ${change} successfully.`;
}

/** How many lists have not shown a new object, and when they begin to, in milliseconds since 1970. */
const newObjects = new WeakMap<AnyObject, { missed: number; readonly from: number }>();

/** Whether a list shows an object (docs/design/open-points.md#38 and 47). */
function isShown(kind: Kind, object: AnyObject, { settings, now }: Service): boolean {
  const created = newObjects.get(object);
  if (created !== undefined && created.from > now()) return false;
  if (created !== undefined && created.missed < settings.listLag) {
    created.missed += 1;
    return false;
  }
  // A paused source may be missing from the list of active sources (docs/design/api.md#source).
  const isActiveOnly = kind === "source" && settings.pausedSources === "unlisted";
  if (object.paused === true) return settings.listOmits !== "paused" && !isActiveOnly;
  return object.confirmed !== false || settings.listOmits !== "pending";
}

/** A page of a list. For hosts and listings, it has the number of listed hosts. */
function pageResult(
  kind: Kind,
  objects: readonly AnyObject[],
  message: string,
  query: ReadonlyMap<string, string>,
  service: Service,
): Result {
  const page = pageOf(objects, query, service.settings);
  const listed = kind === "host" ? { total_listed: service.account.listed().length } : {};
  const data = present(kind, page.objects, service);
  return { message, content: { ...page.envelope, ...listed, data } };
}

/** The sources of a check, which 3.0 returns when a check starts (3.0, Manual check start data). */
function requestedSources(sources: readonly { readonly sid: string }[], service: Service) {
  if (service.settings.extraFields !== "legacy") return {};
  const objects = sources.flatMap(({ sid }) => service.account.get("source", sid) ?? []);
  return { rbls: present("source", objects, service) };
}

function createdResult(kind: Kind, objects: readonly AnyObject[], areOthersLate: boolean, service: Service) {
  const { idKey, createReturns, createdHosts, memberLag } = service.settings;
  for (const [index, object] of objects.entries())
    newObjects.set(object, {
      missed: 0,
      from: areOthersLate && index > 0 ? service.now() + memberLag * 1_000 : 0,
    });
  const named = createdHosts === "first" || areOthersLate ? objects.slice(0, 1) : objects;
  const data =
    createReturns === "id" ? named.map(({ id }) => ({ [idKey]: id })) : present(kind, named, service);
  return { message: changeMessage(kind, "added"), content: { data: kind === "host" ? data : data[0] } };
}

/** A page, according to `page` and `page_size` of the query. @throws Refusal 400 unless both are integers >= 1 */
function pageOf<T>(objects: readonly T[], query: ReadonlyMap<string, string>, settings: ChangeableSettings) {
  const page = positive("page", query.get("page") ?? "1");
  const size = Math.min(positive("page_size", query.get("page_size") ?? "100"), settings.maxPageSize);
  const total = objects.length;
  const total_pages = total === 0 ? settings.emptyTotalPages : Math.ceil(total / size);
  const ordered = settings.listOrder === "newest-first" ? [...objects].reverse() : objects;
  return {
    objects: ordered.slice((page - 1) * size, page * size),
    envelope: { page, page_size: size, total_pages, total },
  };
}

/** The envelope of a get: a list with one object. */
const singleObject = { page: 1, page_size: 100, total_pages: 1, total: 1 };

function positive(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= 1) return number;
  throw new Refusal(400, `Bad request: ${name} must be an integer of at least 1.`);
}
