import { legacyContent, legacyPageSize, legacySuccess } from "../../legacy/answer";
import { type CurrentRequest, currentRequest } from "../../legacy/request";
import { type LegacyRoute, listingsText } from "../../legacy/routes";
import { readNumber, readObject } from "../../service/wire-forms";
import type { ChangeableSettings } from "../options";
import type { OpenPointSettings } from "../settings";
import { assertNames, invalid, Refusal, rejectUnknownFields } from "../validation";
import { type CalledOperation, operations } from "./operations";

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
export function legacyCall(route: LegacyRoute): CalledOperation | undefined {
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
export const aclsCall: CalledOperation = {
  rateClass: "read",
  perform: (_, { settings }) => {
    if (settings.legacyAcls === "absent") throw new Refusal(404, "There is no such operation.");
    const page = { page: 1, total_pages: 1, page_size: legacyPageSize };
    return { message: legacySuccess, content: { ...page, total_acls: 0, data: [] } };
  },
};

function refuse({ unknown, problems, ...names }: CurrentRequest, settings: ChangeableSettings): void {
  assertNames(names, settings);
  if (unknown.length > 0) rejectUnknownFields(unknown, settings);
  if (problems.length > 0) throw invalid(settings, problems.join("; "));
}
