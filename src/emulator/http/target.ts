import type { IncomingMessage } from "node:http";
import { unescape as unescaped } from "node:querystring";
import { repeatedNames } from "../../legacy/request";
import { legacyBasePath, legacyPath, legacyRoute } from "../../legacy/routes";
import { assertNames } from "../validation";
import { decodeFields } from "./form";
import { aclsCall, legacyCall } from "./legacy-call";
import { type CalledOperation, type Operation, operations } from "./operations";

/** The version segment in paths of version 4.0 (docs/design/api.md#versioning). */
export const basePath = "/4.0";

/** What a request is about, by its method and path. `called` is undefined for an unknown operation. */
export type Target = ReturnType<typeof targetOf>;

/** The path of a request, without its query. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?")[0] ?? "/";
}

/** Finds what a request is about. */
export function targetOf(incoming: IncomingMessage) {
  const path = pathOf(incoming);
  // A HEAD is a GET whose body Node does not send.
  const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "");
  if (path.startsWith(`${legacyBasePath}/`)) return legacyTarget(method, path.slice(legacyBasePath.length));
  if (!path.startsWith(`${basePath}/`))
    return { version: "4.0", path, called: undefined, isXml: false } as const;
  return currentTarget(method, path.slice(basePath.length));
}

/** Every operation of version 4.0, and the pattern of its path with the id. */
const routes = operations.map((operation) => {
  const suffix = operation.suffix ?? "\\.json";
  return { operation, pattern: new RegExp(`^${operation.path.replace("{id}", "([^/]+)")}${suffix}$`) };
});

function currentTarget(method: string, path: string) {
  const route = routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
  const called = route && currentCall(route.operation, unescaped(route.pattern.exec(path)?.[1] ?? ""));
  return { version: "4.0", path: path.replace(/\.json$/, ""), called, isXml: false } as const;
}

function legacyTarget(method: string, sentPath: string) {
  const route = legacyRoute(method, sentPath.replace(/\.xml$/, ""));
  const path = legacyPath(sentPath.replace(/\.xml$/, ""));
  const acls = method === "GET" && path === "/acls" ? aclsCall : undefined;
  const called = route === undefined ? acls : legacyCall(route);
  return { version: "3.0", path, called, isXml: sentPath.endsWith(".xml") } as const;
}

/** A call of an operation of version 4.0. @param id the id in the path */
function currentCall(operation: Operation, id: string): CalledOperation {
  return {
    rateClass: operation.rateClass,
    perform: (sent, service) => {
      const query = new Map(sent.query);
      const unknownQuery = [...query.keys()].filter((name) => !operation.query.includes(name));
      assertNames({ repeated: repeatedNames(sent), unknownQuery }, service.settings);
      const fields = decodeFields(sent.form, service.settings.argsEncoding, operation.body);
      return operation.run({ id, query, fields }, service);
    },
  };
}
