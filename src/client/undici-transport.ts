import type { Dispatcher as UndiciDispatcher } from "undici";
import connect from "undici/lib/api/api-connect";
import Agent from "undici/lib/dispatcher/agent";
import Dispatcher from "undici/lib/dispatcher/dispatcher";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent";
import type { BaseUrl } from "./base-url";
import { type ProxyServer, proxyFor } from "./proxy";
import { type Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./transport";

// The package's entry point does this with all methods. Proxy tunnels need only this one.
Object.assign(Dispatcher.prototype, { connect });

/**
 * Creates a transport with undici and keep-alive connections. It uses the proxy from HTTP_PROXY, HTTPS_PROXY and NO_PROXY,
 * except for a service on this machine, whose credentials may be unencrypted. It always uses a tunnel, also for plain HTTP, so
 * that the proxy does not receive the service's credentials. It always verifies certificates, including those of proxies;
 * NODE_EXTRA_CA_CERTS adds authorities.
 * @param settings.ca trusted certificates in PEM, instead of the system's
 * @param settings.env the environment with these variables; defaults to that of the process
 */
export function createUndiciTransport(
  base: Pick<BaseUrl, "origin" | "loopback">,
  settings: { readonly ca?: string; readonly env?: NodeJS.ProcessEnv | undefined } = {},
): Transport {
  const { ca, env = process.env } = settings;
  const proxy = base.loopback ? undefined : proxyFor(base.origin, env);
  const kept = createDispatcher(proxy, ca);
  const unkept = createDispatcher(proxy, ca, 0);
  const inFlight = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;
  return {
    send: (request) => {
      const { path, method, headers, body = null } = request;
      const flight = new ResponseHandler(request, proxy);
      const done: Promise<unknown> = flight.response
        .catch(() => undefined)
        .finally(() => inFlight.delete(done));
      inFlight.add(done);
      const dispatcher = request.newConnection ? unkept : kept;
      const sent = {
        origin: base.origin,
        path,
        method: method as UndiciDispatcher.HttpMethod,
        headers,
        body,
      };
      if (!request.signal?.aborted) dispatcher.dispatch(sent, flight);
      return flight.response;
    },
    close: (giveUp) => {
      const destroy = () => Promise.all([kept.destroy(), unkept.destroy()]);
      giveUp?.addEventListener("abort", destroy);
      // Undici's close would also wait for requests that were abandoned before their connection was open.
      closed ??= Promise.all(inFlight)
        .then(destroy)
        .then(() => undefined);
      return closed;
    },
  };
}

/** @param pipelining requests on a connection at a time; 0 closes it after one request */
function createDispatcher(proxy: ProxyServer | undefined, ca: string | undefined, pipelining = 1) {
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would disable verification.
  const verified = { rejectUnauthorized: true };
  const tls = { ...verified, ...(ca !== undefined && { ca }) };
  // Disabled, because the request has its own timeout.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: tls, pipelining };
  if (proxy === undefined) return new Agent(options);
  const { url: uri, authorization: token } = proxy;
  return new ProxyAgent({ ...options, uri, ...(token && { token }), requestTls: tls, proxyTls: verified });
}

type Controller = UndiciDispatcher.DispatchController;

const maxResponseSize = 64 * 1024 * 1024;
/** More than the redactor scans, so that it detects the truncation. */
const overflowExcerptSize = 1024 * 1024;
/** Node's error codes for unknown certificate authorities. */
const unknownAuthority: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const trustHint =
  "to trust a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate";

/**
 * Handles one request in undici. It knows whether a connection was open, and so whether the service may have received the
 * request, which undici's promises do not report.
 */
class ResponseHandler implements UndiciDispatcher.DispatchHandler {
  readonly response: Promise<TransportResponse>;
  readonly #request: TransportRequest;
  readonly #proxy: ProxyServer | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #settle:
    | { resolve(response: TransportResponse): void; reject(failure: TransportFailure): void }
    | undefined;
  #controller: Controller | undefined;
  #size = 0;
  #status = 0;
  #headers: TransportResponse["headers"] = {};

  constructor(request: TransportRequest, proxy?: ProxyServer) {
    this.#request = request;
    this.#proxy = proxy;
    this.response = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#timer = setTimeout(
      () => this.#fail("timeout", `no response${this.#through()} within ${request.timeout / 1_000} s`),
      request.timeout,
    );
    request.signal?.addEventListener("abort", this.#stop);
    if (request.signal?.aborted) this.#stop();
  }

  onRequestStart(controller: Controller): void {
    // The request was abandoned while it waited for a connection, and must not be sent.
    if (this.#settle === undefined) controller.abort(new Error("abandoned"));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Controller, status: number, headers: TransportResponse["headers"]): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size <= maxResponseSize) return;
    this.#answer(overflowExcerptSize);
    controller.abort(new Error("the response is too large"));
  }

  onResponseEnd(): void {
    this.#answer();
  }

  onResponseError(_controller: Controller, error: Error): void {
    const isConnected = this.#controller !== undefined;
    const what = isConnected ? "the connection broke" : `cannot connect to the service${this.#through()}`;
    this.#fail("transport", `${what}: ${this.#refusal(error) ?? describeError(error)}`);
  }

  /** Mentions the proxy while no connection is open, as it may have caused the failure. */
  #through(): string {
    if (this.#proxy === undefined || this.#controller !== undefined) return "";
    return ` through the proxy ${this.#proxy.url} (${this.#proxy.variable})`;
  }

  /** Why the proxy opened no tunnel; undefined for other failures. */
  #refusal({ message }: Error): string | undefined {
    const [, status] = /^Proxy response \((\d+)\)/.exec(message) ?? [];
    if (status === undefined) return undefined;
    const meaning =
      status === "407"
        ? `it requires valid credentials: set ${this.#proxy?.variable} to http://user:password@host:port`
        : status.startsWith("5")
          ? "it cannot reach the service"
          : "it does not allow connections to the service";
    return `the proxy answered ${status}; ${meaning}`;
  }

  readonly #stop = () => {
    if (this.#controller !== undefined && this.#request.finishOnceSent) return;
    this.#fail("stopped", "stopped before the response");
  };

  #answer(shown?: number): void {
    const text = Buffer.concat(this.#chunks)
      .toString("utf8", 0, shown)
      .replace(/^\uFEFF/, "");
    const overflow = shown !== undefined;
    const response = { status: this.#status, headers: this.#headers, text, overflow };
    const settle = this.#end();
    // Undici releases a connection one iteration of the event loop after the end of a response. An earlier request would open
    // another connection, so the response is delivered two iterations later.
    setImmediate(() => setImmediate(() => settle?.resolve(response)));
  }

  #fail(reason: TransportFailure["reason"], message: string): void {
    const failure = new TransportFailure(reason, this.#controller !== undefined, message);
    this.#end()?.reject(failure);
    this.#controller?.abort(failure);
  }

  #end() {
    const settle = this.#settle;
    this.#settle = undefined;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener("abort", this.#stop);
    return settle;
  }
}

function describeError(error: Error): string {
  const cause: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : "";
  const hint = unknownAuthority.has(code) ? `; ${trustHint}` : "";
  return (cause.message.includes(code) ? cause.message : `${cause.message} (${code})`) + hint;
}
