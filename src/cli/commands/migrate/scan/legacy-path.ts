import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";
import { documentedName } from "../../../../legacy/routes";
import { kinds } from "../../../../service/kinds";
import { unknownValue, withoutSeams } from "./program-text";

/**
 * How much a path looks like a call of this service: `own` is no other's, `likely` has the form of its paths, and `possible`
 * might be anything's.
 */
export type Likeness = "own" | "likely" | "possible";

/** The call of version 3.0 that a path makes. */
export interface LegacyPath {
  readonly call: LegacyCall;
  readonly likeness: Likeness;
  /** Whether the version segment stands before it. */
  readonly hasVersion: boolean;
}

const legacyVersion = "3.0";
const currentVersion = "4.0";
const id = "{id}";
const templates = legacyCalls.map((call) => ({ call, parts: call.legacy.path.slice(1).split("/") }));
/** Words in paths of version 3.0 that no other service is known to have. */
const ownWords = /^(?:rblprofiles?|contactgroups?|rbls)$/;
const sid = new RegExp(
  `^(?:${[...Object.values(kinds).map(({ prefix }) => prefix), "PP"].join("|")})[\\w*…]{4,}$`,
);

/** The call that a path makes; undefined for a path that is none of version 3.0's, such as those of 4.0. */
export function legacyPathOf(candidate: PathCandidate): LegacyPath | undefined {
  const { segments, isOpen } = candidate;
  if (segments.includes(currentVersion)) return undefined;
  const matches = templates
    .map(({ call, parts }) => ({ call, length: matchedLength(parts, segments, isOpen) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  const [best] = matches;
  if (best === undefined) return undefined;
  const before = segments.at(-best.length - 1);
  const hasVersion = before === legacyVersion;
  if (before !== undefined && !hasVersion && before !== unknownValue) return undefined;
  const path = segments.slice(-best.length);
  return { call: best.call, hasVersion, likeness: likenessOf(candidate, path, hasVersion) };
}

/** How many segments at the end of a path are the template's; 0 if they are not. Its id may be missing, to be appended. */
function matchedLength(parts: readonly string[], segments: readonly string[], isOpen: boolean): number {
  const isMatch = (wanted: readonly string[]) =>
    wanted.length <= segments.length &&
    wanted.every((part, index) => {
      const segment = segments[segments.length - wanted.length + index] ?? "";
      return part === id ? segment === unknownValue || sid.test(segment) : part === segment;
    });
  if (isMatch(parts)) return parts.length;
  const words = parts.slice(0, -1);
  const mayLackId = parts.at(-1) === id && (words.length > 1 || isOpen);
  return mayLackId && isMatch(words) ? words.length : 0;
}

function likenessOf(
  { hasJson, isAbsolute }: PathCandidate,
  path: readonly string[],
  hasVersion: boolean,
): Likeness {
  const hasSid = path.slice(1).some((segment) => sid.test(segment));
  if (hasVersion || hasSid || path.some((segment) => ownWords.test(segment))) return "own";
  // `/rbl/…` and `/contact/…` begin paths of version 4.0, too.
  const isBeginning = path.length <= 2 && /^(?:rbl|contact)$/.test(path[0] ?? "") && path[1] !== "add";
  return hasJson && isAbsolute && !isBeginning ? "likely" : "possible";
}

/** Something in a text that may be the path of a call. */
export interface PathCandidate {
  /** Where it begins, and where it ends, its query included. */
  readonly start: number;
  readonly end: number;
  /** What stands before the first slash: a scheme and a host, a value, or nothing. */
  readonly origin: "host" | "value" | "none";
  /** Whether it begins with a slash, alone or behind its origin. */
  readonly isAbsolute: boolean;
  /** Its segments, without `.json` or the like. */
  readonly segments: readonly string[];
  /** Whether it has such an ending. */
  readonly hasJson: boolean;
  /** Whether it ends with a slash, so that something may follow that cannot be seen. */
  readonly isOpen: boolean;
  /** Names in its query. */
  readonly query: readonly string[];
}

const candidate = /[\w\-.~%:@/\ue000\ue001]+(\?[^\s"'`<>\\|()]*)?/g;
const scheme = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i;

/** Everything in a joined text that may be a path. */
export function pathCandidates(joined: string): PathCandidate[] {
  return [...joined.matchAll(candidate)].flatMap((match) => {
    const [whole, query = ""] = match;
    const path = whole.slice(0, whole.length - query.length).replace(/[:.,]+$/, "");
    // The words that every path of version 3.0 has one of (3.0, Endpoints).
    if (!/host|rbl|contact|check|listings|monitoringprofile/.test(withoutSeams(path))) return [];
    const read = readPath(withoutSeams(path));
    if (read === undefined) return [];
    const names = [...withoutSeams(query).matchAll(/[?&]([a-z_]+)(?==)/gi)].map(([, name = ""]) => name);
    return [{ ...read, query: names, start: match.index, end: match.index + whole.length }];
  });
}

/** What paths of version 3.0 end with. Programs that monitor read the listings as plain text. */
const ending = /\.json$|(?<=\/listings)\.(?:nagios|zabbix)$/;

type ReadPath = Omit<PathCandidate, "start" | "end" | "query">;

function readPath(text: string): ReadPath | undefined {
  const host = scheme.exec(text)?.[0];
  const bare = host === undefined ? text.replace(/^[\w-]*[:@]+(?=\/)/, "") : text.slice(host.length);
  const hasValue = host === undefined && bare.startsWith(unknownValue);
  // A base that ends in a slash leaves none between it and the path.
  const path = hasValue ? bare.slice(1) : bare;
  if (host !== undefined && path === "") return undefined;
  const withoutIt = path.replace(ending, "");
  const hasJson = withoutIt !== path;
  const parts = withoutIt.split("/");
  const isOpen = parts.length > 1 && parts.at(-1) === "" && !hasJson;
  return {
    origin: host === undefined ? (hasValue ? "value" : "none") : "host",
    isAbsolute: host !== undefined || hasValue || path.startsWith("/"),
    segments: parts.filter((part) => part !== "").map((part) => documentedName(withoutEnding(part))),
    ...{ hasJson, isOpen },
  };
}

/** What a program appends to a word is an ending such as `.json`, or a query. */
function withoutEnding(segment: string): string {
  return /^\w[\w.-]*\ue000$/.test(segment) ? segment.slice(0, -1) : segment;
}
