import type { Dispatcher as UndiciDispatcher } from "undici";
import connect from "undici/lib/api/api-connect";
import Agent from "undici/lib/dispatcher/agent";
import Dispatcher from "undici/lib/dispatcher/dispatcher";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent";
import type { BaseUrl } from "./base-url";
import { refused } from "./errors";
import { type Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./transport";

// The package's entry point does the same with all of its methods; proxy tunnels need this one.
Object.assign(Dispatcher.prototype, { connect });

const largestAnswer = 64 * 1024 * 1024;
const shownOfOverflow = 1024;

/** What the transport can be told beside the environment. */
export interface UndiciSettings {
  /** Certificates in PEM to trust instead of the system's. */
  readonly ca?: string;
  /** Used instead of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxies?: { readonly httpProxy?: string; readonly httpsProxy?: string; readonly noProxy?: string };
}

/**
 * Carries requests over undici with kept connections. Proxies come from HTTP_PROXY, HTTPS_PROXY and NO_PROXY;
 * a service on this machine is always reached directly, as its credentials may be unencrypted.
 */
export function createUndiciTransport(
  base: Pick<BaseUrl, "origin" | "loopback">,
  settings: UndiciSettings = {},
): Transport {
  const dispatcher = createDispatcher(base.loopback, settings);
  return {
    send: (request) => dispatched(dispatcher, base.origin, request),
    close: () => dispatcher.close(),
  };
}

function createDispatcher(direct: boolean, { ca, proxies }: UndiciSettings): UndiciDispatcher {
  // Both inner time limits are off: the request's own covers them.
  const options = {
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(ca !== undefined && { connect: { ca }, requestTls: { ca } }),
  };
  if (direct) return new Agent(options);
  try {
    return new EnvHttpProxyAgent({ ...options, ...proxies });
  } catch {
    // The error would show the proxy's URL, which may hold a password.
    throw refused("configure the client", "HTTP_PROXY or HTTPS_PROXY is not the URL of a proxy");
  }
}

function dispatched(
  dispatcher: UndiciDispatcher,
  origin: string,
  request: TransportRequest,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let controller: UndiciDispatcher.DispatchController | undefined;
    let settled = false;
    let status = 0;
    let headers: TransportResponse["headers"] = {};
    const chunks: Buffer[] = [];
    let size = 0;

    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", stop);
      finish();
    };
    const abandon = (failure: TransportFailure) => {
      settle(() => reject(failure));
      controller?.abort(failure);
    };
    const fail = (reason: "transport" | "timeout" | "stopped", message: string) =>
      abandon(new TransportFailure(reason, controller !== undefined, message));
    const answer = (overflow: boolean) => {
      const body = Buffer.concat(chunks);
      const text = body.toString("utf8", 0, overflow ? shownOfOverflow : body.length);
      settle(() => resolve({ status, headers, text: text.replace(/^\uFEFF/, ""), overflow }));
    };
    const stop = () => {
      if (controller === undefined || !request.finishOnceSent)
        fail("stopped", "stopped before it was answered");
    };
    const timer = setTimeout(() => {
      fail("timeout", `no answer within ${request.timeout / 1_000} s`);
    }, request.timeout);
    request.signal?.addEventListener("abort", stop, { once: true });

    dispatcher.dispatch(
      {
        origin,
        path: request.path,
        method: request.method as UndiciDispatcher.HttpMethod,
        headers: request.headers,
        body: request.body ?? null,
      },
      {
        onRequestStart(started) {
          // Abandoned while it waited for a connection: it must not be sent any more.
          if (settled) started.abort(new Error("abandoned"));
          else controller = started;
        },
        onResponseStart(_controller, statusCode, responseHeaders) {
          [status, headers] = [statusCode, responseHeaders];
        },
        onResponseData(current, chunk) {
          if (settled) return;
          chunks.push(chunk);
          size += chunk.length;
          if (size <= largestAnswer) return;
          answer(true);
          current.abort(new Error("too large"));
        },
        onResponseEnd: () => answer(false),
        onResponseError: (_controller, error) =>
          fail("transport", explained(error, controller !== undefined)),
      },
    );
  });
}

function explained(error: unknown, sent: boolean): string {
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const detail = message.includes(code) ? message : `${message} (${code})`;
  return sent ? `the connection broke: ${detail}` : `cannot connect to the service: ${detail}`;
}
