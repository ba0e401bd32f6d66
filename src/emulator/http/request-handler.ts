import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fields } from "../account/objects";
import { type Faults, hasEffect } from "../faults";
import { Refusal } from "../refusal";
import type { RecordedRequest } from "../request-log";
import type { Service } from "../service";
import { type Credentials, isAllowed, isAuthenticated } from "./access";
import { type Answer, envelope, send } from "./answer";
import { decodeFields, parseForm } from "./form";
import type { Operation } from "./operations";
import type { RateClass, RateLimits } from "./rate-limits";
import type { ListContext } from "./wire-form";

/** What requests are handled with. */
export interface Handling extends Service, ListContext {
  readonly credentials: Credentials;
  readonly faults: Faults;
  readonly requests: RecordedRequest[];
  readonly limits: () => RateLimits;
  readonly now: () => number;
  readonly stopping: AbortSignal;
}

/** A request with the operation that its method and path name, if any. */
export interface Incoming {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly operation: Operation | undefined;
  readonly path: string;
  readonly id: string;
}

const largestBody = 1_000_000;

/** Handles one request: records it, meets its fault, and sends the answer. */
export async function handleRequest(request: Incoming, handling: Handling): Promise<void> {
  const { incoming, outgoing } = request;
  const query = new URLSearchParams((incoming.url ?? "").split("?").slice(1).join("?"));
  const record: RecordedRequest = {
    method: incoming.method ?? "",
    path: request.path,
    query: Object.fromEntries(query),
    status: 0,
    at: handling.now(),
  };
  handling.requests.push(record);
  const body = await readBody(incoming);
  if (body !== undefined && body !== "") record.form = recordedForm(body);
  const { latency } = handling.settings;
  await wait(typeof latency === "function" ? latency(record) : latency, handling);
  const fault = handling.faults.take(record);
  const refused = fault !== undefined && !hasEffect(fault);
  const answer = refused ? plainAnswer(request, handling) : rightAnswer(request, body, query, handling);
  await wait(fault?.delay ?? (fault?.fault === "slow" ? 1000 : 0), handling);
  record.status = send(outgoing, answer, fault);
}

/** The answer to a request that no fault strikes. Nothing in it waits, so that each effect is whole. */
function rightAnswer(
  request: Incoming,
  body: string | undefined,
  query: URLSearchParams,
  handling: Handling,
): Answer {
  const { operation, incoming } = request;
  const rateClass = rateClassOf(request);
  const headers = () => handling.limits().headers(rateClass, handling.now());
  try {
    if (!isAuthenticated(incoming.headers.authorization, handling.credentials)) {
      throw new Refusal(401, "Authentication failed.");
    }
    if (!isAllowed(incoming.socket.remoteAddress, handling.settings.allowedAddresses)) {
      throw new Refusal(403, "Forbidden: requests from this IP address are not allowed.");
    }
    const retryAfter = handling.limits().take(rateClass, handling.now());
    if (retryAfter !== undefined) {
      return envelope(429, "Rate limit exceeded.", { ...headers(), "Retry-After": String(retryAfter) });
    }
    if (operation === undefined) throw new Refusal(404, "There is no such operation.");
    const input = {
      id: request.id,
      query: readQuery(query, operation, handling),
      fields: readFields(incoming, body, handling),
    };
    const { message, content } = operation.run(input, handling);
    return envelope(200, message, headers(), content);
  } catch (error) {
    if (!(error instanceof Refusal)) {
      process.stderr.write(`emulator: ${(error as Error).stack}\n`);
      return envelope(500, "Server error.", headers());
    }
    const challenge: Record<string, string> =
      error.status === 401 ? { "WWW-Authenticate": 'Basic realm="API"' } : {};
    return envelope(error.status, error.message, { ...headers(), ...challenge });
  }
}

/** An answer without any effect, which a fault replaces. */
function plainAnswer(request: Incoming, handling: Handling): Answer {
  return envelope(500, "Server error.", handling.limits().headers(rateClassOf(request), handling.now()));
}

function rateClassOf({ operation, incoming }: Incoming): RateClass {
  return operation?.rateClass ?? (incoming.method === "GET" ? "read" : "write");
}

function readQuery(
  query: URLSearchParams,
  operation: Operation,
  { settings }: Handling,
): ReadonlyMap<string, string> {
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1)
      throw new Refusal(400, `Bad request: ${name} is given more than once.`);
    if (!operation.query.includes(name) && settings.unknownFields !== "ignored") {
      throw new Refusal(400, `Bad request: ${name} is not a query parameter of this operation.`);
    }
  }
  return new Map(query);
}

function readFields(incoming: IncomingMessage, body: string | undefined, { settings }: Handling): Fields {
  if (body === undefined) throw new Refusal(400, "Bad request: the body is too large.");
  if (body === "") return {};
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new Refusal(400, "Bad request: the body must be application/x-www-form-urlencoded.");
  }
  return decodeFields(parseForm(body), settings.argsEncoding);
}

function recordedForm(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

/** The body, or undefined when it is larger than any that makes sense. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size <= largestBody) chunks.push(chunk as Buffer);
  }
  if (size > largestBody) return undefined;
  return Buffer.concat(chunks).toString("utf8");
}

async function wait(milliseconds: number, { stopping }: Handling): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
}
