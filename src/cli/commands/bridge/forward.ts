import { isDeepStrictEqual } from "node:util";
import { type ErrorKind, failed, ServiceError } from "../../../client/errors";
import { legacyAnswerBody, legacyContent, legacySuccess } from "../../../legacy/answer";
import type { LegacyCall } from "../../../legacy/calls";
import type { CurrentRequest } from "../../../legacy/request";
import { type LegacyRoute, listingsText } from "../../../legacy/routes";
import { requiredReferences } from "../../../service/fields";
import type { FormBody } from "../../../service/form";
import { type Kind, kinds } from "../../../service/kinds";
import { legacyParameters } from "../../../service/legacy/parameters";
import { checkIdPattern, isSid } from "../../../service/sids";
import { readNumber, readObject, type WireObject } from "../../../service/wire-forms";
import type { BridgedAccount } from "./account";

/** The maximum number of objects in a page: every answer is held in memory. */
const maxPageSize = 1_000;

/** The number of objects that a request asks for in one page; 0 if it is not for a page. */
export function pageSizeOf({ query }: CurrentRequest): number {
  return Math.min(Number(query.page_size ?? 0), maxPageSize);
}

/** Performs a call of version 3.0 through 4.0, and answers as 3.0 did. An aborted signal stops it unless it is a write in flight. */
export async function forward(
  { call, view }: LegacyRoute,
  request: CurrentRequest,
  bridged: BridgedAccount,
  signal: AbortSignal,
): Promise<LegacyAnswer> {
  const { current, kind } = call;
  const isRead = current.method === "GET";
  const isCut = Number(request.query.page_size) > pageSizeOf(request);
  const query = isCut ? { ...request.query, page_size: String(maxPageSize) } : request.query;
  const perform = async (body: FormBody): Promise<WireObject> => {
    const { authcode } = body;
    const { envelope } = await (await bridged.account.client()).perform({
      operation: current,
      signal,
      query,
      ...(request.id !== "" && { id: request.id }),
      ...(!isRead && Object.keys(body).length > 0 && { body }),
      ...(typeof authcode === "string" && { secrets: [authcode] }),
    });
    return envelope;
  };
  try {
    const fields = await withDefaults(call, request.fields, bridged);
    const missing = omitted(call, fields).map(([field]) => legacyName(call, field));
    if (missing.length > 0) {
      const hint = missing.includes("rbl_profile")
        ? "; --default-profile of the bridge sets the profile"
        : "";
      const problem = `${missing.join(", ")}: is required, since the account shows no default one${hint}`;
      return errorAnswer(422, `Validation failed: ${problem}.`);
    }
    const envelope = await perform(fields).catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.kind !== "validation") throw error;
      // A default that is remembered may have been deleted since.
      for (const [, defaultKind] of omitted(call, request.fields)) bridged.forget(defaultKind);
      const others = await withDefaults(call, request.fields, bridged);
      if (isDeepStrictEqual(others, fields)) throw error;
      return perform(others);
    });
    // A program that asks for everything in one page would take the first thousand objects for all.
    if (isCut && (readNumber(envelope.total_pages) ?? 1) > 1)
      return errorAnswer(422, `Validation failed: page_size: must be at most ${maxPageSize} for this list.`);
    const complete = call.verb === "startCheck" ? await withSources(envelope, fields, bridged) : envelope;
    const content = legacyContent(call, complete, fields, { now: bridged.clock.now() });
    if (content === undefined)
      throw failed(
        "unreadable",
        current.title,
        "the answer is a success, but not in a form that version 3.0 has",
        { object: request.id || undefined, effect: isRead ? "none" : "possible" },
      );
    // A list of listings has no other hosts.
    const totals: { total_hosts?: number; total_listed?: number } = content;
    if (view !== undefined)
      return textAnswer(listingsText(view, totals.total_listed ?? totals.total_hosts ?? 0));
    return { status: 200, headers: {}, body: legacyAnswerBody(200, legacySuccess, content) };
  } catch (error) {
    return failureAnswer(error);
  } finally {
    // Another object may be the default now. Of hosts, only the profile of a free plan is remembered.
    if (!isRead && kind !== "host") bridged.forget(kind);
  }
}

/** The answer to the start of a check with the sources that it queries, which version 4.0 may leave out. */
async function withSources(envelope: WireObject, { host }: FormBody, bridged: BridgedAccount) {
  const data = readObject([envelope.data].flat()[0]);
  if (data === undefined || Array.isArray(data.rbls)) return envelope;
  return { ...envelope, data: { ...data, rbls: await bridged.sourcesOf(String(host)) } };
}

/** The fields with the account's default objects where none is named; still without one that the account does not show. */
async function withDefaults(call: LegacyCall, fields: FormBody, bridged: BridgedAccount): Promise<FormBody> {
  const defaults = omitted(call, fields).map(async ([field, kind]) => {
    const id = await bridged.defaultOf(kind).catch((error: unknown) => {
      throw error instanceof ServiceError ? lookUpFailure(legacyName(call, field), error) : error;
    });
    return [field, field === "contact_group" && id !== undefined ? [id] : id] as const;
  });
  return { ...fields, ...Object.fromEntries(await Promise.all(defaults)) };
}

function lookUpFailure(name: string, { message, serviceMessage, ...failure }: ServiceError): ServiceError {
  const about = `${name} is not given, and the default one cannot be read`;
  return new ServiceError({
    ...failure,
    ...(serviceMessage !== undefined && { serviceMessage: `${about}: ${serviceMessage}` }),
    problem: `${about}: ${message}`,
  });
}

/** The references that version 4.0 requires, 3.0 does not, and the program left out, with the kinds of their objects. */
function omitted({ verb, kind }: LegacyCall, fields: FormBody): [field: string, kind: Kind][] {
  if (verb !== "create" || kind === undefined) return [];
  return requiredReferences(kind).filter(([field]) => fields[field] === undefined);
}

/** The name of a field in version 3.0. */
function legacyName({ kind }: LegacyCall, field: string): string {
  return (kind && legacyParameters("create", kind).get(field)?.name) ?? field;
}

/** An answer to a program of version 3.0. */
export interface LegacyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that is not JSON, for monitoring programs. */
export function textAnswer(body: string, type = "text/plain"): LegacyAnswer {
  return { status: 200, headers: { "Content-Type": type }, body };
}

/** An error in the form of version 3.0. */
export function errorAnswer(status: number, message: string, headers: LegacyAnswer["headers"] = {}) {
  const challenge: Record<string, string> = status === 401 ? { "WWW-Authenticate": 'Basic realm="API"' } : {};
  return { status, headers: { ...challenge, ...headers }, body: legacyAnswerBody(status, message) };
}

/** The statuses of failures that are not the service's answers. */
const ownStatuses: Readonly<Partial<Record<ErrorKind, number>>> = {
  refused: 400,
  rate_limited: 429,
  stopped: 503,
  timeout: 504,
  transport: 502,
  unreadable: 502,
};

/**
 * The answer to a call that failed: the status and words of the service, or the reason why there are none. It contains no
 * secret, as messages of a ServiceError do not.
 * @throws anything else
 */
function failureAnswer(error: unknown): LegacyAnswer {
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, serviceMessage, retryAfter, effect } = error;
  const own = ownStatuses[kind];
  const words = own === undefined ? serviceMessage : undefined;
  const doubt = effect === "possible" ? " It may have succeeded: check before you send it again." : "";
  return errorAnswer(
    own ?? status ?? 502,
    `${words ?? `The bridge got no answer to pass on: ${error.message}.`}${doubt}`,
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  );
}

/**
 * The answer to a request of version 3.0 that cannot be forwarded; undefined if it can. Parameters that an operation does not
 * know are ignored, as version 3.0 did, unless `refuseUnknown` is set.
 */
export function refusalOf(
  { call: { kind, current } }: LegacyRoute,
  { id, query, repeated, unknown, problems }: CurrentRequest,
  refuseUnknown: boolean,
): LegacyAnswer | undefined {
  if (repeated.length > 0)
    return errorAnswer(400, `Bad request: ${shortList(repeated)}: given more than once.`);
  if (refuseUnknown && unknown.length > 0)
    return errorAnswer(422, `Validation failed: ${shortList(unknown)}: not accepted by this operation.`);
  if (problems.length > 0) return errorAnswer(422, `Validation failed: ${problems.join("; ")}.`);
  if (Number.isNaN(Number(query.page_size ?? 1)))
    return errorAnswer(400, "Bad request: page_size must be an integer >= 1.");
  const isValidId = kind === undefined ? checkIdPattern.test(id) : isSid(kind, id);
  if (isValidId || !current.path.includes("{id}")) return undefined;
  const idName = kind === undefined ? "check id" : `${kinds[kind].title} SID`;
  return errorAnswer(400, `Bad request: invalid ${idName}.`);
}

/** The beginning of names from a request, which may be many, of any length. */
function shortList(names: readonly string[]): string {
  return names.join(", ").slice(0, 200);
}
