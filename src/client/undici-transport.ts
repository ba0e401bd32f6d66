import type { Dispatcher as UndiciDispatcher } from "undici";
import connect from "undici/lib/api/api-connect";
import Agent from "undici/lib/dispatcher/agent";
import Dispatcher from "undici/lib/dispatcher/dispatcher";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent";
import type { BaseUrl } from "./base-url";
import { Flight } from "./flight";
import { type ProxyServer, proxyFor } from "./proxy";
import type { Transport, TransportRequest, TransportResponse } from "./transport";

// The package's entry point does the same with all of its methods; proxy tunnels need this one.
Object.assign(Dispatcher.prototype, { connect });

/** What the transport can be told beside the environment. */
export interface UndiciSettings {
  /** Certificates in PEM to trust instead of the system's. */
  readonly ca?: string;
  /** Where HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up; by default the environment of the process. */
  readonly env?: NodeJS.ProcessEnv;
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
  const { ca, env = process.env } = settings;
  const proxy = base.loopback ? undefined : proxyFor(base.origin, env);
  const dispatcher = createDispatcher(proxy, ca);
  const inFlight = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;
  return {
    send: (request) => {
      const response = dispatched(dispatcher, base.origin, request, proxy);
      const done = response.then(forget, forget);
      function forget() {
        inFlight.delete(done);
      }
      inFlight.add(done);
      return response;
    },
    close: (giveUp) => {
      giveUp?.addEventListener("abort", () => void dispatcher.destroy(), { once: true });
      // Undici's own close would also wait for requests that were given up while their connection was opening.
      closed ??= Promise.all(inFlight).then(() => dispatcher.destroy());
      return closed;
    },
  };
}

function createDispatcher(proxy: ProxyServer | undefined, ca: string | undefined): UndiciDispatcher {
  // Said here, since NODE_TLS_REJECT_UNAUTHORIZED=0, set for something else, would switch verification off.
  const verified = { rejectUnauthorized: true };
  const tls = { ...verified, ...(ca !== undefined && { ca }) };
  // Both inner time limits are off: the request's own covers them.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: tls };
  if (proxy === undefined) return new Agent(options);
  const { url: uri, authorization: token } = proxy;
  return new ProxyAgent({ ...options, uri, ...(token && { token }), requestTls: tls, proxyTls: verified });
}

function dispatched(
  dispatcher: UndiciDispatcher,
  origin: string,
  request: TransportRequest,
  proxy: ProxyServer | undefined,
): Promise<TransportResponse> {
  const flight = new Flight(request, proxy);
  if (request.signal?.aborted) return flight.response;
  const { path, method, headers, body = null } = request;
  dispatcher.dispatch({ origin, path, method: method as UndiciDispatcher.HttpMethod, headers, body }, flight);
  return flight.response;
}
