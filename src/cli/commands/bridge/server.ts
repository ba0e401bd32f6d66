import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { basicCredentials } from "../../../client/authentication";
import { createRedactor } from "../../../client/redaction";
import { Secrets } from "../../../client/secrets";
import { currentRequest, type SentPairs } from "../../../legacy/request";
import { legacyBasePath, legacyRoute, shownPath, successorOf } from "../../../legacy/routes";
import { isAuthenticated } from "../../../service/basic-authentication";
import { foreignReason } from "../../../service/foreign-requests";
import { decodeForm } from "../../../service/form";
import { joinBody } from "../../../webhooks/raw-body";
import { clientAddress, guardedServer, type ServerLimits } from "../../server/server";
import type { BridgedAccount } from "./account";
import { errorAnswer, forward, type LegacyAnswer, pageSizeOf, refusalOf, textAnswer } from "./forward";
import { Metrics, metricsType, type Use } from "./usage";

/** How requests of version 3.0 are answered. */
export interface LegacyServerOptions {
  /** Whether a parameter that an operation does not know is refused. Default: it is ignored. */
  readonly refuseUnknown?: boolean;
  /** Whether the address of a program is the last of `X-Forwarded-For`. Default: it is that of the connection. */
  readonly trustProxy?: boolean;
  /** Whether `/metrics` is answered. Default: it is not. */
  readonly metrics?: boolean;
  /** Names other than those of this machine at which metrics may be read. */
  readonly allowedHost?: readonly string[];
  /** Requests that may wait for the service. A page counts once for each hundred objects. Default 256. */
  readonly maxConcurrentRequests?: number;
  readonly limits?: ServerLimits;
}

/** Fields of a query or a body. Operations know six at most. */
const maxFields = 100;
/** Bytes of a body: more than the SIDs of 3,000 sources in one profile. */
const maxBodySize = 128 * 1024;
/** Characters of a text from a program in the log. */
const maxTextLength = 100;

/**
 * Listens for requests of version 3.0. Callers must present the credentials of the account.
 * @returns the server, and the root of its API with the version segment
 * @throws Error that says why it cannot listen
 */
export async function openLegacyServer(
  where: { readonly host: string; readonly port: number },
  bridged: BridgedAccount,
  authToken: string,
  options: LegacyServerOptions,
  onUse: (use: Use) => void,
) {
  const { account, clock } = bridged;
  const { accountSid } = account;
  const { refuseUnknown = false, maxConcurrentRequests = 256 } = options;
  const redactor = createRedactor(new Secrets(basicCredentials(accountSid, authToken).secrets));
  const metrics = new Metrics();
  let underWay = 0;

  const server = guardedServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    try {
      const { status, headers, body } = await answerTo(incoming, gone.signal);
      const bytes = Buffer.from(body);
      const usual = { "Content-Type": "application/json", "Content-Length": bytes.length };
      if (!outgoing.destroyed) outgoing.writeHead(status, { ...usual, ...headers }).end(bytes);
      // The rest of a body is read and dropped, so that its sender comes to read the answer.
      incoming.resume();
    } catch {
      // The program broke off within its request: no answer reaches it, and nothing was sent on.
      outgoing.destroy();
    }
  }, options.limits);
  return { url: (await server.listen(where)) + legacyBasePath, server };

  /** Answers a supervisor of the bridge, without a request to the service, or a program, whose request is counted. */
  async function answerTo(incoming: IncomingMessage, gone: AbortSignal): Promise<LegacyAnswer> {
    const started = clock.now();
    const { method = "" } = incoming;
    const { authorization, "user-agent": name = "" } = incoming.headers;
    const { pathname, query } = targetOf(incoming);
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && pathname === "/healthz") return textAnswer("ok\n");
    if (isRead && pathname === "/metrics" && options.metrics === true) {
      const reason = foreignReason(incoming, options.allowedHost ?? []);
      if (reason !== undefined) return errorAnswer(403, reason);
      const requestsSent = await account.requestsSent();
      return textAnswer(metrics.text({ ...server.counts(), underWay, requestsSent }), metricsType);
    }
    const isLegacy = pathname.startsWith(`${legacyBasePath}/`);
    const path = isLegacy ? pathname.slice(legacyBasePath.length) : pathname;
    const route = isLegacy ? legacyRoute(method, path) : undefined;
    const isCaller = isAuthenticated(authorization, { accountSid, authToken });
    const answer = isCaller ? await called(route, query, incoming, gone) : notAuthenticated;
    const use: Use = {
      time: new Date(clock.now()).toISOString(),
      operation: route?.call.name ?? null,
      method,
      path: shownPath(path).slice(0, maxTextLength),
      now: route === undefined ? null : successorOf(route),
      // A secret that the first cut divides is beyond the second one.
      program: isCaller ? redactor.message(name.slice(0, maxTextLength * 4)).slice(0, maxTextLength) : null,
      address: addressOf(incoming, options.trustProxy ?? false),
      status: answer.status,
      milliseconds: clock.now() - started,
    };
    metrics.count(use);
    onUse(use);
    return answer;
  }

  /** The answer to a program with the credentials of the account. */
  async function called(
    route: ReturnType<typeof legacyRoute>,
    query: SentPairs,
    incoming: IncomingMessage,
    gone: AbortSignal,
  ): Promise<LegacyAnswer> {
    if (route === undefined) return errorAnswer(404, "Version 3.0 has no such operation.");
    const form = await readForm(incoming);
    if ("status" in form) return form;
    if (Math.max(query.length, form.length) > maxFields)
      return errorAnswer(400, "Bad request: too many fields.");
    const request = currentRequest(route, query, form);
    const refusal = refusalOf(route, request, refuseUnknown);
    if (refusal !== undefined) return refusal;
    // Only when all of it has come, a request takes places: one for each hundred objects that its answer may have.
    const weight = Math.max(1, Math.ceil(pageSizeOf(request) / 100));
    if (underWay + weight > maxConcurrentRequests) return tooManyRequests;
    underWay += weight;
    return forward(route, request, bridged, gone).finally(() => {
      underWay -= weight;
    });
  }
}

const notAuthenticated = errorAnswer(
  401,
  "Authentication failed: the bridge accepts the credentials of its account, as HTTP Basic.",
);
const tooManyRequests = errorAnswer(429, "Too many concurrent requests.", { "Retry-After": "1" });

/** The path and the query of a request's target, which may be an absolute URL (RFC 9112, 3.2.2). */
function targetOf({ url = "/" }: IncomingMessage): { readonly pathname: string; readonly query: SentPairs } {
  const [, pathname = "", query = ""] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/i.exec(url) ?? [];
  return { pathname, query: [...new URLSearchParams(query)] };
}

/** The address of a program. A proxy in front adds it to `X-Forwarded-For`: those before it may be invented. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join().split(",").at(-1)?.trim() ?? "";
  return clientAddress(trustProxy && isIP(forwarded) !== 0 ? forwarded : socket.remoteAddress);
}

/** Reads the body of a request: its fields in order, or the error answer for an invalid form. Rejects if the program aborts. */
async function readForm(incoming: IncomingMessage): Promise<SentPairs | LegacyAnswer> {
  // A request that is destroyed because its body is too large could not be answered.
  const bytes = await joinBody(incoming.iterator({ destroyOnReturn: false }), maxBodySize);
  if (bytes === undefined) return errorAnswer(413, "Bad request: the body is too large.");
  if (bytes.byteLength === 0) return [];
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    return errorAnswer(400, "Bad request: the body must be application/x-www-form-urlencoded.");
  const form = isUtf8(bytes) ? decodeForm(Buffer.from(bytes).toString()) : undefined;
  return form ?? errorAnswer(400, "Bad request: the body is not a well-formed form in UTF-8.");
}
