import type { FormBody } from "../service/form";
import { occurrences } from "../service/groups";
import type { LegacyForm, LegacyParameter } from "../service/legacy/parameters";
import { readFlag } from "../service/wire-forms";
import { legacyPageSize } from "./answer";
import type { LegacyCall } from "./calls";
import { type LegacyRoute, readLegacySid } from "./routes";

/** Names and values as they were sent, in order. */
export type SentPairs = readonly (readonly [name: string, value: string])[];

/** The query and the form of a request. */
export type SentRequest = Readonly<Record<"query" | "form", SentPairs>>;

/** A request of version 3.0 in the terms of 4.0. */
export type CurrentRequest = ReturnType<typeof currentRequest>;

/** Reads a request. Problems are collected, not refused: the caller decides how to answer. */
export function currentRequest({ call, id }: LegacyRoute, query: SentPairs, form: SentPairs) {
  const sent = new Map(form);
  const read = Object.entries(call.body).map(([name, parameter]) => {
    // Old programs send an empty group when they create objects, and expect the default group.
    const isLeftOut = call.verb === "create" && name === "contact_group" && sent.get(name) === "";
    return readParameter(name, parameter, isLeftOut ? undefined : sent.get(name));
  });
  const asked = new Map(query);
  const details = readFlag(asked.get("details") ?? "0");
  return {
    id: id === "" ? readLegacySid(asked.get("id") ?? "") : id,
    query: currentQuery(call, asked, details),
    /** The body: lists as arrays, flags as booleans. */
    fields: Object.assign({}, ...read.map(({ field }) => field)) as FormBody,
    /** Names that occur more than once. */
    repeated: repeatedNames({ query, form }),
    /** Unknown names in the body. */
    unknown: [...sent.keys()].filter((name) => !Object.hasOwn(call.body, name)),
    /** Unknown names in the query. */
    unknownQuery: [...asked.keys()].filter((name) => !call.query.includes(name)),
    /** Invalid values, such as `is_default: must be 0 or 1`. */
    problems: [
      ...read.flatMap(({ problem }) => problem ?? []),
      ...(call.verb === "checkStatus" && details === undefined ? [`details: ${flagForm}`] : []),
    ],
  };
}

function currentQuery(
  { verb }: LegacyCall,
  asked: ReadonlyMap<string, string>,
  details: boolean | undefined,
): Record<string, string> {
  if (verb === "checkStatus") return asked.has("details") ? { details: String(details ?? false) } : {};
  if (verb !== "list" && verb !== "listings") return {};
  return { page: asked.get("page") ?? "1", page_size: asked.get("page_size") ?? String(legacyPageSize) };
}

function readParameter(
  name: string,
  { form, currentName: now = name, required }: LegacyParameter,
  text: string | undefined,
): { readonly field?: FormBody; readonly problem?: string } {
  // An empty reference counts as absent; an empty list does not (docs/design/api-3.0.md#rules (1)).
  const isAbsent = text === undefined || (form === "sid" && text === "");
  if (isAbsent) return required ? { problem: `${name}: is required` } : {};
  const [value, requirement] = readValue(form, text);
  if (value === undefined) return { problem: `${name}: ${requirement}` };
  if (now === null) return {};
  return { field: { [now]: now === "contact_group" ? [value].flat() : value } as FormBody };
}

const flagForm = "must be 0 or 1";

function readValue(form: LegacyForm, text: string) {
  switch (form) {
    case "text":
      return [text];
    case "target":
      return [readLegacySid(text)];
    case "flag":
      // Programs write True or yes as well (docs/design/open-points.md#28).
      return [readFlag(text), flagForm];
    case "sid":
      return [text.includes(",") ? undefined : readLegacySid(text), "must be one SID"];
    case "sids":
      return [text === "" ? [] : text.split(",").map((item) => readLegacySid(item.trim()))];
    default:
      return [form.includes(text) ? text : undefined, `must be one of ${form.join(", ")}`];
  }
}

/** The names that occur more than once in the query or in the body. */
export function repeatedNames({ query, form }: SentRequest) {
  return [query, form].flatMap((pairs) =>
    [...occurrences(pairs.map(([name]) => name))].flatMap(([name, count]) => (count > 1 ? [name] : [])),
  );
}
