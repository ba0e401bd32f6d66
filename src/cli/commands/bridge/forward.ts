import { isDeepStrictEqual } from "node:util";
import { failed, ServiceError } from "../../../client/errors";
import { legacyContent } from "../../../legacy/answer";
import type { LegacyCall } from "../../../legacy/calls";
import { legacyAnswerBody, legacySuccess } from "../../../legacy/envelope";
import type { CurrentRequest } from "../../../legacy/request";
import { type LegacyRoute, listingsText } from "../../../legacy/routes";
import { requiredReferences } from "../../../service/fields";
import type { FormBody } from "../../../service/form";
import type { Kind } from "../../../service/kinds";
import { legacyParameters } from "../../../service/legacy/parameters";
import { readNumber, readObject, type WireObject } from "../../../service/wire-forms";
import type { BridgedAccount } from "./account";
import { errorAnswer, failureAnswer, type LegacyAnswer, textAnswer } from "./answer";

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
    if (missing.length > 0) return noDefault(missing);
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
        {
          object: request.id || undefined,
          effect: isRead ? "none" : "possible",
        },
      );
    // A list of listings has no other hosts.
    const {
      total_hosts = 0,
      total_listed = total_hosts,
    }: { [total in "total_hosts" | "total_listed"]?: number } = content;
    if (view !== undefined) return textAnswer(listingsText(view, total_listed));
    return { status: 200, headers: {}, body: legacyAnswerBody(200, legacySuccess, content) };
  } catch (error) {
    return failureAnswer(error);
  } finally {
    // Another object may be the default now. Of hosts, only the profile of a free plan is remembered.
    if (!isRead && kind !== "host") bridged.forget(kind);
  }
}

function noDefault(missing: readonly string[]): LegacyAnswer {
  const hint = missing.includes("rbl_profile") ? "; --default-profile of the bridge sets the profile" : "";
  const problem = `${missing.join(", ")}: is required, since the account shows no default one${hint}`;
  return errorAnswer(422, `Validation failed: ${problem}.`);
}

/** The answer to the start of a check with the sources that it queries, which version 4.0 may leave out. */
async function withSources(
  envelope: WireObject,
  { host }: FormBody,
  bridged: BridgedAccount,
): Promise<WireObject> {
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
