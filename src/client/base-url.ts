import { type ApiVersion, apiVersionOf } from "../service/api-version";
import { refused } from "./errors";

/** Where the service is: requests go to `origin` and no other; `path` ends without a slash. */
export interface BaseUrl {
  readonly origin: string;
  readonly path: string;
  readonly loopback: boolean;
}

/** Reads a base URL. Refuses one with a {@link baseUrlProblem}. */
export function readBaseUrl(text: string, allowInsecureHttp: boolean): BaseUrl {
  const problem = baseUrlProblem(text, allowInsecureHttp);
  if (problem !== undefined) throw refused("configure the client", `the base URL ${problem}`);
  const url = new URL(text);
  return {
    origin: url.origin,
    path: url.pathname.replace(/(?<!\/)\/+$/, ""),
    loopback: isLoopback(url.hostname),
  };
}

/**
 * Why a text cannot be a base URL, in words that go on from its name: it is no HTTP URL, it carries credentials, a query or
 * a fragment, or it is plain HTTP to another machine and that is not allowed. The text itself is in no message, as it may
 * hold a password.
 */
export function baseUrlProblem(text: string, allowInsecureHttp: boolean): string | undefined {
  // URL.parse would be shorter; Node 20 lacks it.
  if (!URL.canParse(text)) return "is not a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must start with https://";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  if (url.search !== "" || url.hash !== "") return "must not have a query or a fragment";
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
    return "must start with https://: plain HTTP would send the credentials unencrypted, unless allow_insecure_http (--allow-insecure-http at the command line) says that it may";
  }
  return undefined;
}

/** Refuses a base URL that ends in the segment of another version: each has an address of its own (docs/design/api-3.0.md#migration (1)). */
export function assertVersionMatches({ path }: BaseUrl, version: ApiVersion): void {
  const named = apiVersionOf(path);
  if (named === undefined || named === version) return;
  throw refused(
    "configure the client",
    `the base URL ends in /${named}, which is not the address of version ${version}: the versions differ in domain and path`,
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
