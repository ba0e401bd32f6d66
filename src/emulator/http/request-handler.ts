import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { legacyVersion } from "../../legacy/answer";
import { type Credentials, isAuthenticated } from "../../service/basic-authentication";
import { decodeForm } from "../../service/form";
import { joinBody } from "../../webhooks/raw-body";
import type { LaggingReads } from "../account/lagging-reads";
import { type Faults, hasEffect, underFault } from "../faults";
import type { RecordedRequest } from "../options";
import type { Service } from "../service";
import { Refusal } from "../validation";
import type { RateClass, RateLimits } from "./rate-limits";
import { type EmulatorResponse, envelope, inXml, send } from "./response";
import { type Target, targetOf } from "./target";

/** The context of request handlers. */
export interface HandlerContext extends Service {
  readonly credentials: Credentials;
  readonly faults: Faults;
  readonly reads: LaggingReads;
  readonly record: (request: RecordedRequest) => void;
  /** Whether the fields of bodies are recorded. */
  readonly keepsForms: boolean;
  readonly limits: () => RateLimits;
}

/** A request, and what it is about. */
type Request = Target & { readonly incoming: IncomingMessage };

const maxBodySize = 1_000_000;

/** Handles a request: records it, applies faults, and sends the response. */
export async function handleRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handling: HandlerContext,
): Promise<void> {
  const request = { incoming, ...targetOf(incoming) };
  const query = new URLSearchParams((incoming.url ?? "").split("?").slice(1).join("?"));
  const record: RecordedRequest = {
    version: request.version,
    method: incoming.method ?? "",
    path: request.path,
    query: Object.fromEntries(query),
    status: 0,
    at: handling.now(),
  };
  handling.record(record);
  const body = await readBody(incoming, maxBodySize);
  if (handling.keepsForms && body) record.form = Object.fromEntries(new URLSearchParams(body));
  const { latency } = handling.settings;
  await wait(typeof latency === "function" ? latency(record) : latency, handling);
  const fault = handling.faults.take(record);
  const isRejected = fault !== undefined && !hasEffect(fault);
  const response = isRejected
    ? envelope(500, "Server error.", limitHeaders(request, handling), versionOf(request))
    : respond(request, body, query, handling);
  await wait(fault?.delay ?? (fault?.fault === "slow" ? 1000 : 0), handling);
  const formed = request.isXml ? inXml(response) : response;
  const sent = fault === undefined ? formed : underFault(formed, fault);
  record.status = send(outgoing, sent, fault?.fault === "cut-body");
}

/** The response without a fault. It is synchronous, so that each effect is atomic. */
function respond(
  request: Request,
  body: string | undefined,
  query: URLSearchParams,
  handling: HandlerContext,
): EmulatorResponse {
  const { called, incoming } = request;
  const headers = () => limitHeaders(request, handling);
  try {
    if (!isAuthenticated(incoming.headers.authorization, handling.credentials)) {
      throw new Refusal(401, "Authentication failed.", { "WWW-Authenticate": 'Basic realm="API"' });
    }
    if (!isAllowed(incoming.socket.remoteAddress, handling.settings.allowedAddresses)) {
      throw new Refusal(403, "Forbidden: requests from this IP address are not allowed.");
    }
    const retryAfter = handling.limits().take(rateClassOf(request), handling.now());
    if (retryAfter !== undefined) {
      throw new Refusal(429, "Rate limit exceeded.", { "Retry-After": String(retryAfter) });
    }
    if (called === undefined) throw new Refusal(404, "There is no such operation.");
    const sent = { query: [...query], form: readForm(incoming, body) };
    const account = incoming.method === "GET" ? handling.reads.next() : handling.account;
    const result = called.perform(sent, { ...handling, account });
    if ("text" in result)
      return { status: 200, headers: { "Content-Type": "text/plain", ...headers() }, body: result.text };
    return envelope(200, result.message, headers(), { ...versionOf(request), ...result.content });
  } catch (error) {
    if (!(error instanceof Refusal)) process.stderr.write(`emulator: ${(error as Error).stack}\n`);
    const refusal = error instanceof Refusal ? error : new Refusal(500, "Server error.");
    const isAlways500 = request.version === "3.0" && handling.settings.legacyErrors === "always-500";
    return envelope(
      isAlways500 ? 500 : refusal.status,
      refusal.message,
      { ...headers(), ...refusal.headers },
      versionOf(request),
    );
  }
}

/** Version 3.0 returns its minor version in every response; 4.0 does not (docs/design/api-3.0.md#migration (4)). */
function versionOf({ version }: Request): object {
  return version === "3.0" ? { version: legacyVersion } : {};
}

/** Only version 4.0 has these headers (docs/design/api-3.0.md#migration (9)). Requests of 3.0 count as well. */
function limitHeaders(request: Request, { limits, now }: HandlerContext): Record<string, string> {
  return request.version === "3.0" ? {} : limits().headers(rateClassOf(request), now());
}

function rateClassOf({ called, incoming }: Request): RateClass {
  return called?.rateClass ?? (incoming.method === "GET" ? "read" : "write");
}

function readForm(incoming: IncomingMessage, body: string | undefined): [string, string][] {
  if (body === undefined) throw new Refusal(400, "Bad request: the body is too large.");
  if (body === "") return [];
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new Refusal(400, "Bad request: the body must be application/x-www-form-urlencoded.");
  }
  const pairs = decodeForm(body);
  if (pairs === undefined) throw new Refusal(400, "Bad request: the body is not a well-formed form.");
  return pairs;
}

/** Reads the body; undefined if it is too large. */
export async function readBody(incoming: IncomingMessage, max: number): Promise<string | undefined> {
  // A request that is destroyed because its body is too large could not be answered.
  const bytes = await joinBody(incoming.iterator({ destroyOnReturn: false }), max);
  incoming.resume();
  return bytes && Buffer.from(bytes).toString();
}

async function wait(milliseconds: number, { stopping }: HandlerContext): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
}

/** Whether an address is in the allowed addresses and subnets. Undefined allows all. */
function isAllowed(address: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (allowed === undefined) return true;
  // IPv4 within IPv6 is checked as IPv4.
  return address !== undefined && allowedList(allowed).check(address, family(address));
}

/** @throws Error if an allowed address is neither an IP address nor a subnet */
export function assertAddresses(allowed: readonly string[] | undefined): void {
  allowedList(allowed ?? []);
}

function allowedList(allowed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = "", prefix] = entry.split("/");
    if (isIP(address) === 0) throw new Error(`"${entry}" is neither an IP address nor a subnet.`);
    list.addSubnet(address, Number(prefix ?? (isIPv6(address) ? 128 : 32)), family(address));
  }
  return list;
}

function family(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
