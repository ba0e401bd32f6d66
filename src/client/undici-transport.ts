import type { Dispatcher as UndiciDispatcher } from "undici";
import connect from "undici/lib/api/api-connect";
import Agent from "undici/lib/dispatcher/agent";
import Dispatcher from "undici/lib/dispatcher/dispatcher";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent";
import type { BaseUrl } from "./base-url";
import { refused } from "./errors";
import { Flight } from "./flight";
import type { Transport, TransportRequest, TransportResponse } from "./transport";

// The package's entry point does the same with all of its methods; proxy tunnels need this one.
Object.assign(Dispatcher.prototype, { connect });

/** What the transport can be told beside the environment. */
export interface UndiciSettings {
  /** Certificates in PEM to trust instead of the system's. */
  readonly ca?: string;
  /** Used instead of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxies?: { readonly httpProxy?: string; readonly httpsProxy?: string; readonly noProxy?: string };
}

/**
 * Carries requests over undici with kept connections. Proxies come from HTTP_PROXY, HTTPS_PROXY and NO_PROXY;
 * a service on this machine is always reached directly, as its credentials may be unencrypted. A proxy is asked for a
 * tunnel, for plain HTTP too, so that it is sent no credentials but its own. Certificates are always verified, those of
 * proxies too; NODE_EXTRA_CA_CERTS adds authorities.
 */
export function createUndiciTransport(
  base: Pick<BaseUrl, "origin" | "loopback">,
  settings: UndiciSettings = {},
): Transport {
  const dispatcher = createDispatcher(base.loopback, settings);
  const inFlight = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;
  return {
    send: (request) => {
      const response = dispatched(dispatcher, base.origin, request);
      const done = response.then(forget, forget);
      function forget() {
        inFlight.delete(done);
      }
      inFlight.add(done);
      return response;
    },
    close: () => {
      // Undici's own close would also wait for requests that were given up while their connection was opening.
      closed ??= Promise.all(inFlight).then(() => dispatcher.destroy());
      return closed;
    },
  };
}

function createDispatcher(direct: boolean, { ca, proxies }: UndiciSettings): UndiciDispatcher {
  // Said here, since NODE_TLS_REJECT_UNAUTHORIZED=0, set for something else, would switch verification off.
  const verified = { rejectUnauthorized: true };
  const tls = { ...verified, ...(ca !== undefined && { ca }) };
  // Both inner time limits are off: the request's own covers them.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: tls, requestTls: tls, proxyTls: verified };
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
  const flight = new Flight(request);
  if (request.signal?.aborted) return flight.response;
  const { path, method, headers, body = null } = request;
  dispatcher.dispatch({ origin, path, method: method as UndiciDispatcher.HttpMethod, headers, body }, flight);
  return flight.response;
}
