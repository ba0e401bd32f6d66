import type { IncomingMessage } from "node:http";
import { unescape as unescaped } from "node:querystring";
import { legacyContent, legacyPageSize, legacySuccess } from "../../legacy/answer";
import { type CurrentRequest, currentRequest, repeatedNames, type SentRequest } from "../../legacy/request";
import { type LegacyRoute, legacyBasePath, legacyPath, legacyRoute, listingsText } from "../../legacy/routes";
import { checkIdPattern, sidPattern } from "../../service/sids";
import { readNumber, readObject } from "../../service/wire-forms";
import type { Service } from "../service";
import type { OpenPointSettings } from "../settings";
import { assertNames, invalid, Refusal, rejectUnknownFields } from "../validation";
import { decodeFields } from "./form";
import { type Operation, operations } from "./operations";

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

const methods = ["GET", "POST", "PUT", "DELETE"];

/** Whether an operation of either version has this path, with or without `.json`, and this method, if one is given. */
export function hasOperation(path: string, method?: string): boolean {
  const isCurrent = (each: string) =>
    [path, `${path}.json`].some((form) => currentTarget(each, form).called !== undefined);
  const isLegacy = (each: string) => {
    // In version 3.0, any word is an id.
    const id = legacyRoute(each, path)?.id;
    return id === undefined ? path === "/acls" : id === "" || sidPattern.test(id) || checkIdPattern.test(id);
  };
  const wanted = methods.filter((each) => method === undefined || method.toUpperCase() === each);
  return wanted.some((each) => isCurrent(each) || isLegacy(each));
}

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

/** A call of an operation, of either version. */
export interface CalledOperation {
  readonly rateClass: Operation["rateClass"];
  /** @throws Refusal if the request is rejected */
  readonly perform: (sent: SentRequest, service: Service) => ReturnType<Operation["run"]>;
}

/** A call of an operation of version 4.0. @param id the id in the path */
function currentCall({ rateClass, run, ...accepted }: Operation, id: string): CalledOperation {
  const { query: names = [], body = {} } = accepted;
  return {
    rateClass,
    perform: (sent, service) => {
      const query = new Map(sent.query);
      const unknownQuery = [...query.keys()].filter((name) => !names.includes(name));
      assertNames({ repeated: repeatedNames(sent), unknownQuery }, service.settings);
      const fields = decodeFields(sent.form, service.settings.argsEncoding, body);
      return run({ id, query, fields }, service);
    },
  };
}

/** Forms that are documented in version 3.0, but not in 4.0. They replace the settings (docs/design/api-3.0.md#resources). */
export const legacyForms = {
  idKey: "id",
  lists: "strings",
  booleans: "boolean",
  sourceTypes: "documented",
  customFlag: "number",
  checkWords: "documented",
  checkResultsWhileProcessing: "partial",
  extraFields: "legacy",
  createReturns: "whole",
} as const satisfies Partial<OpenPointSettings>;

/**
 * A call of an operation of version 3.0. The equivalent operation of 4.0 performs it, with the same rules, and the response is
 * converted to the form of 3.0.
 */
function legacyCall(route: LegacyRoute): CalledOperation | undefined {
  const { current, verb, kind } = route.call;
  const operation = operations.find(({ method, path }) => method === current.method && path === current.path);
  if (operation === undefined) return undefined;
  return {
    rateClass: operation.rateClass,
    perform: ({ query, form }, service) => {
      const request = currentRequest(route, query, form);
      refuse(request, service.settings);
      // Version 3.0 uses the account's default objects for omitted references.
      const omitted = verb === "create" && kind !== undefined ? service.account.defaultReferences(kind) : {};
      const input = {
        id: request.id,
        query: new Map(Object.entries(request.query)),
        fields: { ...omitted, ...request.fields },
      };
      const settings = { ...service.settings, ...legacyForms };
      const result = operation.run(input, { ...service, settings });
      const content = "content" in result ? result.content : {};
      if (route.view !== undefined)
        return { text: listingsText(route.view, readNumber(readObject(content)?.total_listed) ?? 0) };
      const showing = { now: service.now(), listedPeriod: settings.listedPeriod };
      const reported = legacyContent(route.call, readObject(content) ?? {}, request.fields, showing);
      if (reported === undefined)
        throw new Error(`The response of ${route.call.name} has no form in version 3.0.`);
      return { message: legacySuccess, content: reported };
    },
  };
}

/** The access lists of version 3.0, which version 4.0 does not have. No account has one. */
const aclsCall: CalledOperation = {
  rateClass: "read",
  perform: (_, { settings }) => {
    if (settings.legacyAcls === "absent") throw new Refusal(404, "There is no such operation.");
    const page = { page: 1, total_pages: 1, page_size: legacyPageSize };
    return { message: legacySuccess, content: { ...page, total_acls: 0, data: [] } };
  },
};

function refuse({ unknown, problems, ...names }: CurrentRequest, settings: OpenPointSettings): void {
  assertNames(names, settings);
  if (unknown.length > 0) rejectUnknownFields(unknown, settings);
  if (problems.length > 0) throw invalid(settings, problems.join("; "));
}
