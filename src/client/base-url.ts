import { type ApiVersion, apiVersionOf } from "../service/api-version";
import { refused } from "./errors";

/** Where the service is: requests go to `origin` and no other; `path` ends without a slash. */
export interface BaseUrl {
  readonly origin: string;
  readonly path: string;
  readonly loopback: boolean;
}

/**
 * Reads a base URL. Refuses what is no HTTP URL, what carries credentials, a query or a fragment, and plain HTTP
 * to another machine unless that is allowed. The text itself is in no message, as it may hold a password.
 */
export function readBaseUrl(text: string, allowInsecureHttp: boolean): BaseUrl {
  // URL.parse would be shorter; Node 20 lacks it.
  if (!URL.canParse(text)) throw refused("configure the client", "the base URL is not a URL");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refused("configure the client", "the base URL must start with https://");
  }
  if (url.username !== "" || url.password !== "")
    throw refused("configure the client", "the base URL must not contain credentials");
  if (url.search !== "" || url.hash !== "")
    throw refused("configure the client", "the base URL must not have a query or a fragment");
  const loopback = isLoopback(url.hostname);
  if (url.protocol === "http:" && !loopback && !allowInsecureHttp) {
    throw refused(
      "configure the client",
      "plain HTTP would send the credentials unencrypted: use https://, or allow insecure HTTP",
    );
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, ""), loopback };
}

/** Refuses a base URL that ends in the segment of another version: each has an address of its own (3.0, Versioning 1). */
export function refuseOtherVersion({ path }: BaseUrl, version: ApiVersion): void {
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
