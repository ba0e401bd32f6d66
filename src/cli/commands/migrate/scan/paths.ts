import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";
import { listingsViews } from "../../../../legacy/routes";
import { kinds } from "../../../../service/kinds";
import { parametersOf } from "./replacement";
import type { JoinedText } from "./texts";
import { hole } from "./tokens";

/**
 * How much a path looks like a call of this service: `own` belongs to no other, `verb` has one of its verbs behind one of its
 * words, as `/host/add`, and `word` is but a word that others have as well, as `/hosts`.
 */
type Likeness = "own" | "verb" | "word";

/** The calls that something may be: several if the verb, or the kind, is not known. */
export type Calls = readonly [LegacyCall, ...LegacyCall[]];

/** A path that may be a call. */
export interface PathCall {
  readonly calls: Calls;
  readonly likeness: Likeness;
  /** Whether the version segment stands before it. */
  readonly hasVersion: boolean;
  /** The name of the value before it, such as that of a base URL; undefined if there is none. */
  readonly base: string | undefined;
  readonly hasJson: boolean;
  readonly isAbsolute: boolean;
  /** Names in its query. */
  readonly query: readonly string[];
  /** The host in its URL, if it stands there. */
  readonly host: string | undefined;
}

/** What was found at a place in a text. */
export type FoundPath =
  | { readonly type: "call"; readonly path: PathCall }
  /** A path that consists of values only: `base + "/" + kind + "/" + id`. */
  | { readonly type: "dynamic"; readonly hasVersion: boolean; readonly base: string | undefined }
  /** A path of version 4.0. */
  | { readonly type: "current" }
  /** A path below a version segment 3.0, or a base, of another service. */
  | { readonly type: "foreign"; readonly hasVersion: boolean; readonly base: string | undefined };

const legacyVersion = "3.0";
const currentVersion = "4.0";
const id = "{id}";

interface Template {
  readonly call: LegacyCall;
  readonly parts: readonly string[];
}
const templates: readonly Template[] = legacyCalls.map((call) => ({
  call,
  parts: call.legacy.path.slice(1).split("/"),
}));
/** Words that begin paths: `host`, `hosts`. */
export const kindWords = new Set(templates.map(({ parts: [first = ""] }) => first));
/** Words that are a list or the listings: `hosts`. */
export const listWords: ReadonlyMap<string, LegacyCall> = new Map(
  templates.flatMap(({ call, parts }) => (parts.length === 1 ? [[parts[0] as string, call] as const] : [])),
);

/** Words in paths of version 3.0 that no other service is known to have. */
export const ownWord = /^(?:rblprofiles?|monitoringprofiles?|contactgroups?|rbls)$/;
const sid = new RegExp(
  `^(?:${[...Object.values(kinds).map(({ prefix }) => prefix), "PP"].join("|")})[\\w*…]{4,}$`,
);
const view = new RegExp(`^listings\\.(?:${listingsViews.join("|")})$`);

const currentPath =
  /^(?:rbl|contact)\/(?:hosts|profiles|sources|listings|check|contacts|groups)(?:$|[/.])|^cert\//;

const candidate = /[\w\-.~%:@/\ue000]+(?:\?[^\s"'`<>\\|()]*)?/g;
const scheme = /^[a-z][a-z\d+.-]*:\/\/([^/]*)/i;
const relevant = /host|rbl|contact|check|listings|profile|\ue000/;

/** Everything in a joined text that may be a path, with how many lines of the text are before it. */
export function pathsIn(text: JoinedText): { found: FoundPath; line: number }[] {
  if (!relevant.test(text.value)) return [];
  const { line, names, value } = text;
  const [linesBefore, holesBefore] = [countBefore(value, "\n"), countBefore(value, hole)];
  return [...value.matchAll(candidate)].flatMap(({ 0: whole, index }) => {
    const found = pathOf(whole, names[holesBefore(index)]);
    return found === undefined ? [] : [{ found, line: line + linesBefore(index) }];
  });
}

/** Counts a character before places in a text; calls must be in ascending order. */
export function countBefore(text: string, character: string): (place: number) => number {
  let [count, next] = [0, text.indexOf(character)];
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf(character, next + 1)) count += 1;
    return count;
  };
}

/** What a path is, and the name of the value with which it may begin; undefined if it is of no interest. */
function pathOf(whole: string, name = ""): FoundPath | undefined {
  const [path = "", query = ""] = whole.replace(/[:.,]+$/, "").split(/\?(.*)/s);
  const host = scheme.exec(path);
  const bare = host === null ? path.replace(/^[\w-]*[:@]+(?=\/)/, "") : path.slice(host[0].length);
  const hasBase = bare.startsWith(hole) && /^\ue000(?:$|[\w/\ue000])/.test(bare) && host === null;
  const rest = hasBase ? bare.slice(1) : bare;
  const hasJson = /\/?\.json(?:\ue000)?$/.test(rest);
  // A single word is not a path: its function decides.
  if (!hasBase && !hasJson && !rest.includes("/") && !view.test(rest)) return undefined;
  const parts = rest.replace(/\/?\.json\ue000?$/, "").split("/");
  const segments = parts.filter((part) => part !== "").map(segmentOf);
  const [first] = segments;
  if (hasBase && /^[^/\ue000]/.test(rest) && first !== undefined && !kindWords.has(first)) return undefined;
  const isOpen = parts.length > 1 && parts.at(-1) === "" && !hasJson;
  const base = hasBase ? name : undefined;
  const isAbsolute = host !== null || hasBase || path.startsWith("/");
  const version = segments.indexOf(legacyVersion);
  const hasVersion = version >= 0;
  if (segments.includes(currentVersion) || currentPath.test(segments.join("/"))) return { type: "current" };
  const below = hasVersion ? segments.slice(version + 1) : segments;
  if (below.length === 0) return undefined;
  const calls = callsOf(below, isOpen);
  if (calls === undefined) {
    if (below.every((segment) => segment === hole)) {
      const isPath = hasJson || hasVersion || below.length > 1 || hasBase;
      return isPath ? { type: "dynamic", hasVersion, base } : undefined;
    }
    const isPath = hasVersion || (hasBase && rest.startsWith("/"));
    return isPath && !/\.(?!json)\w{1,5}$/.test(path) ? { type: "foreign", hasVersion, base } : undefined;
  }
  const hasSid = below.slice(1).some((segment) => sid.test(segment));
  const isOwn =
    hasSid ||
    view.test(parts.at(-1) ?? "") ||
    ownWord.test(below[0] ?? "") ||
    /^check\/st|^rbl\/(?:add|update|delete|pause|resume)\b/.test(below.join("/"));
  const likeness = isOwn ? "own" : below.length > 1 && below[1] !== hole && !isId(below[1]) ? "verb" : "word";
  if (host !== null && !hasVersion && likeness !== "own") return undefined;
  const fields = [...query.matchAll(/(?:^|[&?])([a-z_]+)(?==)/gi)].map(([, name = ""]) => name);
  // A parameter that no call of version 3.0 has is another service's.
  if (likeness === "word" && fields.some((field) => !parametersOf(calls[0]).has(field))) {
    return { type: "foreign", hasVersion, base };
  }
  return {
    type: "call",
    path: { calls, likeness, hasVersion, base, hasJson, isAbsolute, query: fields, host: host?.[1] },
  };
}

/** The calls that segments may be; several if one of them is only known to the running program, undefined if there is none. */
export function callsOf(segments: readonly string[], isOpen = false): Calls | undefined {
  const [kind = "", verb] = segments;
  const begins = (parts: readonly string[]) =>
    segments.every((segment, index) => isPart(parts[index], segment));
  const exact = callsWhose((parts) => parts.length === segments.length && begins(parts));
  if (exact !== undefined) return exact;
  if (segments.length === 3 && verb === hole && kindWords.has(kind))
    return callsWhose((parts) => parts.length === 3 && parts[0] === kind);
  if (segments.length === 3 && kind === hole)
    return callsWhose((parts) => parts.length === 3 && parts[1] === verb);
  // The id may be appended later, or be a query parameter.
  if (segments.length < 2 && !isOpen) return undefined;
  return callsWhose((parts) => parts.length === segments.length + 1 && parts.at(-1) === id && begins(parts));
}

function callsWhose(is: (parts: readonly string[]) => boolean): Calls | undefined {
  const [first, ...others] = templates.filter(({ parts }) => is(parts)).map(({ call }) => call);
  return first && [first, ...others];
}

function isPart(part: string | undefined, segment: string): boolean {
  return part === id ? isId(segment) : part === segment;
}

function isId(segment = ""): boolean {
  return (
    segment === hole ||
    sid.test(segment) ||
    (segment.includes(hole) && !/[a-z]{3}/.test(segment)) ||
    /^\d+$/.test(segment)
  );
}

/** A segment as version 3.0 spells it: the old word for a profile, and `listings` for its views. */
function segmentOf(segment: string): string {
  const plain = segment.replace(/\ue000+/g, hole).replace(/^monitoringprofile/, "rblprofile");
  if (view.test(plain)) return "listings";
  return /^\w[\w.-]*\ue000$/.test(plain) ? plain.slice(0, -1).replace(/\.json$/, "") : plain;
}
