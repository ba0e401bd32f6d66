import type { Dispatcher as UndiciDispatcher } from "undici";
import connect from "undici/lib/api/api-connect";
import Agent from "undici/lib/dispatcher/agent";
import Dispatcher from "undici/lib/dispatcher/dispatcher";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent";
import type { BaseUrl } from "./base-url";
import { type ProxyServer, proxyFor } from "./proxy";
import { ResponseHandler } from "./response-handler";
import type { Transport } from "./transport";

// The package's entry point does this with all methods. Proxy tunnels need only this one.
Object.assign(Dispatcher.prototype, { connect });

/** Settings of the transport. */
export interface UndiciSettings {
  /** Trusted certificates in PEM, instead of the system's. */
  readonly ca?: string;
  /** The environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Defaults to that of the process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Creates a transport with undici and keep-alive connections. It uses the proxy from HTTP_PROXY, HTTPS_PROXY and NO_PROXY,
 * except for a service on this machine, whose credentials may be unencrypted. It always uses a tunnel, also for plain HTTP, so
 * that the proxy does not receive the service's credentials. It always verifies certificates, including those of proxies;
 * NODE_EXTRA_CA_CERTS adds authorities.
 */
export function createUndiciTransport(
  base: Pick<BaseUrl, "origin" | "loopback">,
  settings: UndiciSettings = {},
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
      const done = flight.response.then(forget, forget);
      function forget() {
        inFlight.delete(done);
      }
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
      giveUp?.addEventListener("abort", destroy, { once: true });
      // Undici's close would also wait for requests that were abandoned before their connection was open.
      closed ??= Promise.all(inFlight)
        .then(destroy)
        .then(() => undefined);
      return closed;
    },
  };
}

/** @param pipelining requests on a connection at a time; 0 closes it after one request */
function createDispatcher(
  proxy: ProxyServer | undefined,
  ca: string | undefined,
  pipelining = 1,
): UndiciDispatcher {
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would disable verification.
  const verified = { rejectUnauthorized: true };
  const tls = { ...verified, ...(ca !== undefined && { ca }) };
  // Disabled, because the request has its own timeout.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: tls, pipelining };
  if (proxy === undefined) return new Agent(options);
  const { url: uri, authorization: token } = proxy;
  return new ProxyAgent({ ...options, uri, ...(token && { token }), requestTls: tls, proxyTls: verified });
}
