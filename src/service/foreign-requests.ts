import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Why a server on this machine refuses a request that a web page in a browser may have sent, in a sentence; undefined for
 * others. Such a page is of another origin, or its own name resolves to this machine (DNS rebinding), which an address or a
 * name without a dot cannot do.
 * @param allowed names of this machine, in addition to its addresses and names without a dot; undefined for any
 */
export function foreignReason(
  { headers }: Pick<IncomingMessage, "headers">,
  allowed: readonly string[] | undefined,
): string | undefined {
  const { host = "localhost", origin } = headers;
  const called = urlOf(`http://${host}`);
  if (allowed !== undefined && !isOwn(called?.hostname ?? "", allowed))
    return "Requests to this host name are refused, since a web page may send them. Allow the name with --allowed-host.";
  if (origin === undefined || (called !== undefined && urlOf(origin)?.host === called.host)) return undefined;
  return "Requests of web pages from other origins are refused.";
}

function isOwn(name: string, allowed: readonly string[]): boolean {
  if (isIP(name.replace(/^\[|\]$/g, "")) !== 0 || /^(?:[\w-]+|.*\.localhost)$/.test(name)) return true;
  return allowed.some((each) => each.toLowerCase() === name);
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
