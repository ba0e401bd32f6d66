import { ServiceError } from "../../../client/errors";
import { legacyContent } from "../../../legacy/answer";
import type { LegacyCall } from "../../../legacy/calls";
import { legacySuccessBody } from "../../../legacy/envelope";
import { listingsText } from "../../../legacy/listings-text";
import { defaultReferences } from "../../../legacy/parameters";
import type { CurrentRequest } from "../../../legacy/request";
import type { LegacyRoute } from "../../../legacy/routes";
import type { FormBody } from "../../../service/form";
import { kinds } from "../../../service/kinds";
import { legacyParameters } from "../../../service/legacy/parameters";
import { checkIdPattern, isSid } from "../../../service/sids";
import { errorAnswer, failureAnswer, type LegacyAnswer, textAnswer } from "./answer";
import type { Caller, DefaultKind } from "./callers";

/** Carries a call of version 3.0 out by 4.0, and answers as 3.0 did. An aborted signal gives it up unless it is a write in flight. */
export async function forward(
  { call, view }: LegacyRoute,
  request: CurrentRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<LegacyAnswer> {
  const refusal = refusalOf(call, request);
  if (refusal !== undefined) return refusal;
  try {
    const content = await carriedOut(call, request, caller, signal);
    return view === undefined ? contentAnswer(content) : textAnswer(listingsText(view, listedIn(content)));
  } catch (error) {
    return failureAnswer(error);
  } finally {
    // Whatever was done to it, another object may be the default now.
    if (isDefaultKind(call.kind) && call.current.method !== "GET") caller.defaults.forget(call.kind);
  }
}

function refusalOf(
  call: LegacyCall,
  { id, repeated, unknown, problems }: CurrentRequest,
): LegacyAnswer | undefined {
  if (repeated.length > 0)
    return errorAnswer(400, `Bad request: ${repeated.join(", ")}: given more than once.`);
  if (unknown.length > 0) {
    return errorAnswer(422, `Validation failed: ${unknown.join(", ")}: not accepted by this operation.`);
  }
  if (problems.length > 0) return errorAnswer(422, `Validation failed: ${problems.join("; ")}.`);
  return isIdOf(call, id) ? undefined : errorAnswer(400, `Bad request: invalid ${idName(call)}.`);
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

function isIdOf({ kind, current }: LegacyCall, id: string): boolean {
  if (!current.path.includes("{id}")) return true;
  return kind === undefined ? checkIdPattern.test(id) : isSid(kind, id);
}

function idName({ kind }: LegacyCall): string {
  return kind === undefined ? "check id" : `${kinds[kind].title} SID`;
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
    const problem = `${missing.join(", ")}: is required, since the account shows no default one`;
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
    const { envelope } = await caller.exchange.perform({
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
    const anew = await withNewDefaults(call, request.fields, fields, caller, error);
    return perform(anew);
  });
  const content = legacyContent(call, envelope, fields, caller.now());
  if (content !== undefined) return content;
  throw new ServiceError({
    kind: "unreadable",
    operation: call.current.title,
    object: request.id || undefined,
    problem: "the service answered with success, but not in a form that version 3.0 could tell",
    effect: call.current.method === "GET" ? "none" : "possible",
  });
}

/** The fields with the account's default objects where none is named; still without one that the account does not show. */
async function withDefaults(call: LegacyCall, fields: FormBody, { defaults }: Caller): Promise<FormBody> {
  const found = unnamed(call, fields).map(async ([field, kind]) => {
    const id = await defaults.of(kind).catch((error: unknown) => {
      throw error instanceof ServiceError ? lookUpFailure(legacyName(call, field), error) : error;
    });
    return [field, field === "contact_group" && id !== undefined ? [id] : id] as const;
  });
  return { ...fields, ...Object.fromEntries(await Promise.all(found)) };
}

function lookUpFailure(name: string, { message, ...failure }: ServiceError): ServiceError {
  const about = `${name} is not given, and the default one cannot be looked up`;
  const { serviceMessage } = failure;
  return new ServiceError({
    ...failure,
    ...(serviceMessage !== undefined && { serviceMessage: `${about}: ${serviceMessage}` }),
    problem: `${about}: ${message}`,
  });
}

/**
 * The fields to send again after a create was refused as not valid, which a default may be that is gone: with defaults looked
 * up anew, if they are others. @throws the error otherwise
 */
async function withNewDefaults(
  call: LegacyCall,
  given: FormBody,
  sent: FormBody,
  caller: Caller,
  error: unknown,
): Promise<FormBody> {
  const taken = unnamed(call, given);
  const isRefused = error instanceof ServiceError && error.kind === "validation";
  if (!isRefused || taken.length === 0) throw error;
  for (const [, kind] of taken) caller.defaults.forget(kind);
  const anew = await withDefaults(call, given, caller);
  if (taken.every(([field]) => String(anew[field]) === String(sent[field]))) throw error;
  return anew;
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
