import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The path and the query of a request's target, which may be an absolute URL (RFC 9112, 3.2.2). */
export function targetOf({ url = "/" }: IncomingMessage): {
  readonly pathname: string;
  readonly query: URLSearchParams;
} {
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  return {
    pathname: end < 0 ? target : target.slice(0, end),
    query: new URLSearchParams(end < 0 ? "" : target.slice(end + 1)),
  };
}

/** The address that the proxy in front added: those before it may be invented. */
export function forwardedFor({ headers, socket }: IncomingMessage): string | undefined {
  const last = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1)?.trim();
  return last !== undefined && isIP(last) !== 0 ? last : socket.remoteAddress;
}
