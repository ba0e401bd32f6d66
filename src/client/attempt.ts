import { type ContactArgsEncoding, encodeForm, type FormBody } from "../service/form";
import type { Operation } from "../service/operations";
import type { Credentials } from "./authentication";
import type { BaseUrl } from "./base-url";
import type { Dialect } from "./dialect";
import { type ApiResponse, readResponse, type Subject } from "./envelope";
import type { Failure } from "./errors";
import type { CallOptions, Clock, Logger } from "./options";
import type { Redactor } from "./redaction";
import { type Transport, TransportFailure, type TransportResponse } from "./transport";

/** An operation to perform. `secrets` are values of the body that no message may show. */
export interface Call extends CallOptions {
  readonly operation: Operation;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: FormBody;
  readonly secrets?: readonly string[];
}

/** Settings for sending a request. Times are in milliseconds. */
export interface AttemptSettings {
  readonly base: BaseUrl;
  readonly credentials: Credentials;
  readonly userAgent: string;
  readonly requestTimeout: number;
  readonly argsEncoding: ContactArgsEncoding;
  readonly errorStatus: Dialect["errorStatus"];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
}

/** The result of one attempt. `sent` is false only if the service certainly received nothing. */
export interface AttemptResult {
  readonly outcome: ApiResponse | Failure;
  readonly sent: boolean;
  readonly headers: TransportResponse["headers"];
}

/** Sends the request once, and logs it. */
export async function attempt(
  settings: AttemptSettings,
  call: Call,
  count: number,
  redaction: Redactor,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { method, title } = call.operation;
  const subject: Subject = {
    operation: title,
    object: call.id,
    reads: method === "GET",
    mayBeEmpty: method === "PUT" || method === "DELETE",
  };
  const path = requestPath(settings.base, call);
  const started = settings.clock.now();
  const log = (fields: object) =>
    settings.logger?.debug("request", {
      method,
      path,
      ...fields,
      duration: settings.clock.now() - started,
      attempt: count,
    });
  try {
    const response = await settings.transport.send({
      method,
      path,
      headers: requestHeaders(settings, call),
      body: call.body && encodeForm(call.body, settings.argsEncoding),
      timeout: settings.requestTimeout,
      signal,
      finishOnceSent: !subject.reads,
    });
    const outcome = readResponse(response, subject, redaction, settings.errorStatus);
    log({ status: "problem" in outcome ? outcome.status : response.status });
    return { outcome, sent: true, headers: response.headers };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const problem = redaction.message(error.message);
    log({ problem });
    return { outcome: unanswered(error, subject, problem), sent: error.sent, headers: {} };
  }
}

function unanswered(error: TransportFailure, subject: Subject, problem: string): Failure {
  const { operation, object, reads } = subject;
  const effect = error.sent && !reads ? "possible" : "none";
  return { kind: error.reason, operation, object, problem, effect };
}

function requestPath(base: BaseUrl, call: Call): string {
  const path = call.operation.path.replace("{id}", encodeURIComponent(call.id ?? ""));
  const query = call.query && Object.keys(call.query).length > 0 ? `?${new URLSearchParams(call.query)}` : "";
  return `${base.path}${path}.json${query}`;
}

function requestHeaders(settings: AttemptSettings, call: Call): Record<string, string> {
  return {
    accept: "application/json",
    // The client decompresses nothing.
    "accept-encoding": "identity",
    authorization: settings.credentials.header,
    "user-agent": settings.userAgent,
    ...(call.body && { "content-type": "application/x-www-form-urlencoded" }),
  };
}
