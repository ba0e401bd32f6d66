import type { IncomingMessage } from "node:http";
import { unescape as unescaped } from "node:querystring";
import { legacyBasePath, legacyPath, legacyRoute } from "../../legacy/routes";
import type { RecordedRequest } from "../request-log";
import type { Service } from "../service";
import { Refusal } from "../validation";
import { decodeFields } from "./form";
import { aclsCall, legacyCall } from "./legacy-call";
import { type CalledOperation, type Operation, operations, type SentRequest } from "./operations";

/** The version segment in paths of version 4.0 (docs/design/api.md#versioning). */
export const basePath = "/4.0";

/** What a request is about, by its method and path. */
export interface Target {
  readonly version: RecordedRequest["version"];
  /** The path as in the specification: below the base URL, without `.json`. Other paths are unchanged. */
  readonly path: string;
  /** Undefined if there is no such operation. */
  readonly called: CalledOperation | undefined;
  /** Whether the path asks for XML. */
  readonly isXml?: boolean;
}

/** The path of a request, without its query. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?")[0] ?? "/";
}

/** Finds what a request is about. */
export function targetOf(incoming: IncomingMessage): Target {
  const path = pathOf(incoming);
  // A HEAD is a GET whose body Node does not send.
  const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "");
  if (path.startsWith(`${legacyBasePath}/`)) return legacyTarget(method, path.slice(legacyBasePath.length));
  if (!path.startsWith(`${basePath}/`)) return { version: "4.0", path, called: undefined };
  return currentTarget(method, path.slice(basePath.length));
}

/** Every operation of version 4.0, and the pattern of its path with the id. */
const routes = operations.map((operation) => {
  const suffix = operation.suffix ?? "\\.json";
  return { operation, pattern: new RegExp(`^${operation.path.replace("{id}", "([^/]+)")}${suffix}$`) };
});

function currentTarget(method: string, path: string): Target {
  const route = routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
  const called = route && currentCall(route.operation, unescaped(route.pattern.exec(path)?.[1] ?? ""));
  return { version: "4.0", path: path.replace(/\.json$/, ""), called };
}

function legacyTarget(method: string, sentPath: string): Target {
  const route = legacyRoute(method, sentPath.replace(/\.xml$/, ""));
  const path = legacyPath(sentPath.replace(/\.xml$/, ""));
  const acls = method === "GET" && path === "/acls" ? aclsCall : undefined;
  const called = route === undefined ? acls : legacyCall(route);
  return { version: "3.0", path, called, isXml: sentPath.endsWith(".xml") };
}

/** A call of an operation of version 4.0. @param id the id in the path */
function currentCall(operation: Operation, id: string): CalledOperation {
  return {
    rateClass: operation.rateClass,
    perform: ({ query, form }, service) => {
      const fields = decodeFields(form, service.settings.argsEncoding, operation.body);
      return operation.run({ id, query: readQuery(query, operation, service), fields }, service);
    },
  };
}

function readQuery(
  pairs: SentRequest["query"],
  operation: Operation,
  { settings }: Service,
): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (query.has(name)) throw new Refusal(400, `Bad request: ${name} is given more than once.`);
    if (!operation.query.includes(name) && settings.unknownQuery === "bad-request") {
      throw new Refusal(400, `Bad request: ${name} is not a query parameter of this operation.`);
    }
    query.set(name, value);
  }
  return query;
}
