import { type ApiVersion, apiVersionOf } from "../service/api-version";
import { assertOption } from "./errors";

/** The address of the service. All requests go to `origin`; `path` has no trailing slash. */
export type BaseUrl = ReturnType<typeof readBaseUrl>;

/** Parses a base URL. @throws ServiceError if it has a {@link baseUrlProblem} */
export function readBaseUrl(text: string, allowInsecureHttp: boolean) {
  const problem = baseUrlProblem(text, allowInsecureHttp);
  assertOption(problem === undefined, `the base URL ${problem}`);
  const url = new URL(text);
  return {
    origin: url.origin,
    path: url.pathname.replace(/(?<!\/)\/+$/, ""),
    loopback: isLoopback(url.hostname),
  };
}

const permission = ". To allow it, set allow_insecure_http (--allow-insecure-http on the command line)";

/**
 * Why credentials must not be sent to a URL, as a predicate for messages: it is not an HTTP URL, it has credentials, a query or
 * a fragment, or it is plain HTTP to another machine without permission. The message does not contain the text, which may have
 * a password.
 * @param remedy ends the message about plain HTTP
 */
export function baseUrlProblem(text: string, allowInsecureHttp: boolean, remedy = permission) {
  // The URL parser accepts spaces around a URL.
  if (isWrapped(text)) return wrappedProblem;
  // URL.parse would be shorter; Node 20 lacks it.
  if (!URL.canParse(text)) return "is not a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must start with https://";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  if (url.search !== "" || url.hash !== "") return "must not have a query or a fragment";
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
    return `must start with https://, because plain HTTP sends the credentials unencrypted${remedy}`;
  }
  return undefined;
}

/** The requirement that such a value does not meet, to follow its name. The message does not contain the value. */
export const wrappedProblem = "must not begin or end with a space, line break, quote or byte order mark";

/** Whether a setting has characters around it that a file, a shell or an editor added. */
export function isWrapped(value: string): boolean {
  return /^[\s"'\uFEFF]|[\s"'\uFEFF]$/.test(value);
}

/** Each API version has its own address (docs/design/api-3.0.md#migration (1)). @throws ServiceError if the URL ends in another version */
export function assertVersionMatches({ path }: BaseUrl, version: ApiVersion): void {
  const named = apiVersionOf(path);
  assertOption(
    named === undefined || named === version,
    `the base URL ends in /${named}, which is not the address of version ${version}. The versions differ in domain and path`,
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
