import { ServiceError } from "../../../client/errors";
import { legacyContent } from "../../../legacy/answer";
import { defaultReferences, type LegacyCall } from "../../../legacy/calls";
import { legacySuccessBody } from "../../../legacy/envelope";
import type { CurrentRequest } from "../../../legacy/request";
import { type LegacyRoute, listingsText } from "../../../legacy/routes";
import type { FormBody } from "../../../service/form";
import { legacyParameters } from "../../../service/legacy/parameters";
import { readObject, type WireObject } from "../../../service/wire-forms";
import type { DefaultKind } from "./account-facts";
import { failureAnswer, type LegacyAnswer, textAnswer } from "./answer";
import type { Caller } from "./caller";

/** Carries a call of version 3.0 out by 4.0, and answers as 3.0 did. An aborted signal gives it up unless it is a write in flight. */
export async function forward(
  { call, view }: LegacyRoute,
  request: CurrentRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<LegacyAnswer> {
  try {
    const content = await carriedOut(call, request, caller, signal);
    return view === undefined ? contentAnswer(content) : textAnswer(listingsText(view, listedIn(content)));
  } catch (error) {
    return failureAnswer(error);
  } finally {
    // Whatever was done to it, another object may be the default now.
    if (isDefaultKind(call.kind) && call.current.method !== "GET") caller.facts.forgetDefault(call.kind);
  }
}

function contentAnswer(content: object): LegacyAnswer {
  return { status: 200, headers: {}, body: legacySuccessBody(content) };
}

/** How many hosts are listed. A list of listings has these and no others. */
function listedIn(content: object): number {
  const { total_listed: listed, total_hosts: total }: { total_listed?: number; total_hosts?: number } =
    content;
  return listed ?? total ?? 0;
}

async function carriedOut(
  call: LegacyCall,
  request: CurrentRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<object> {
  const fields = await withDefaults(call, request.fields, caller);
  const missing = unnamed(call, fields).map(([field]) => legacyName(call, field));
  if (missing.length > 0) {
    const hint = missing.includes("rbl_profile") ? "; --default-profile of the bridge sets the profile" : "";
    const problem = `${missing.join(", ")}: is required, since the account shows no default one${hint}`;
    throw new ServiceError({
      kind: "validation",
      operation: call.current.title,
      status: 422,
      problem,
      serviceMessage: `Validation failed: ${problem}.`,
      effect: "none",
    });
  }
  const perform = async (body: FormBody) => {
    const { authcode } = body;
    const { envelope } = await caller.perform({
      operation: call.current,
      signal,
      query: request.query,
      ...(request.id !== "" && { id: request.id }),
      ...(call.current.method !== "GET" && Object.keys(body).length > 0 && { body }),
      ...(typeof authcode === "string" && { secrets: [authcode] }),
    });
    return envelope;
  };
  const envelope = await perform(fields).catch(async (error: unknown) => {
    const retried = await withNewDefaults(call, request.fields, fields, caller, error);
    return perform(retried);
  });
  const complete = call.verb === "startCheck" ? await withSources(envelope, fields, caller) : envelope;
  const content = legacyContent(call, complete, fields, { now: caller.now() });
  if (content !== undefined) return content;
  throw new ServiceError({
    kind: "unreadable",
    operation: call.current.title,
    object: request.id || undefined,
    problem: "the service answered with success, but not in a form that version 3.0 has",
    effect: call.current.method === "GET" ? "none" : "possible",
  });
}

/** The answer to the start of a check with the sources that it asks, which version 4.0 may leave out. */
async function withSources(envelope: WireObject, { host }: FormBody, { facts }: Caller): Promise<WireObject> {
  const data = readObject([envelope.data].flat()[0]);
  if (data === undefined || Array.isArray(data.rbls)) return envelope;
  const rbls = (await facts.sourcesOf(String(host))) ?? [];
  return { ...envelope, data: { ...data, rbls } };
}

/** The fields with the account's default objects where none is named; still without one that the account does not show. */
async function withDefaults(call: LegacyCall, fields: FormBody, { facts }: Caller): Promise<FormBody> {
  const found = unnamed(call, fields).map(async ([field, kind]) => {
    const id = await facts.defaultOf(kind).catch((error: unknown) => {
      throw error instanceof ServiceError ? lookUpFailure(legacyName(call, field), error) : error;
    });
    return [field, field === "contact_group" && id !== undefined ? [id] : id] as const;
  });
  return { ...fields, ...Object.fromEntries(await Promise.all(found)) };
}

function lookUpFailure(name: string, { message, ...failure }: ServiceError): ServiceError {
  const about = `${name} is not given, and the default one cannot be read`;
  const { serviceMessage } = failure;
  return new ServiceError({
    ...failure,
    ...(serviceMessage !== undefined && { serviceMessage: `${about}: ${serviceMessage}` }),
    problem: `${about}: ${message}`,
  });
}

/**
 * The fields to send again after a create was refused as invalid, since a default may have been deleted: with defaults
 * read again, if they differ. @throws the error otherwise
 */
async function withNewDefaults(
  call: LegacyCall,
  given: FormBody,
  sent: FormBody,
  caller: Caller,
  error: unknown,
): Promise<FormBody> {
  const defaulted = unnamed(call, given);
  const isRefused = error instanceof ServiceError && error.kind === "validation";
  if (!isRefused || defaulted.length === 0) throw error;
  for (const [, kind] of defaulted) caller.facts.forgetDefault(kind);
  const retried = await withDefaults(call, given, caller);
  if (defaulted.every(([field]) => String(retried[field]) === String(sent[field]))) throw error;
  return retried;
}

/** The fields that version 4.0 demands, 3.0 does not, and the program left out. */
function unnamed({ verb, kind }: LegacyCall, fields: FormBody): [field: string, kind: DefaultKind][] {
  if (verb !== "create" || kind === undefined) return [];
  return Object.entries(defaultReferences[kind] ?? {}).filter(([field]) => fields[field] === undefined);
}

/** What version 3.0 calls a field. */
function legacyName({ kind }: LegacyCall, field: string): string {
  return (kind && legacyParameters("create", kind).get(field)?.name) ?? field;
}

function isDefaultKind(kind: LegacyCall["kind"]): kind is DefaultKind {
  return kind === "monitoring_profile" || kind === "contact_group";
}
