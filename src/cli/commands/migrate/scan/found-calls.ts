import type { LegacyCall } from "../../../../legacy/calls";
import { type Likeness, legacyPathOf } from "./legacy-path";
import { type ProgramText, unknownValue, withoutSeams } from "./program-text";

/** A call of version 3.0 in a text. */
export interface FoundCall {
  readonly call: LegacyCall;
  readonly likeness: Likeness;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Names in the query of its path. */
  readonly query: readonly string[];
  /** Whether it was made, and stands in a log; else a program makes it. */
  readonly isLogged: boolean;
}

/** What may hand a word to this service when nothing but the word shows it: `request("hosts")`. */
const caller = /(?:request|call|api|fetch|post|send|query|poll)\w*\s*\(\s*$/i;
/** How many characters before a path tell what it is: lines may be without end. */
const near = 200;
const quotes = /["'`]$/;

/** Everything in a text that may be a call of version 3.0; what is merely possible needs evidence beside it. */
export function foundCalls({ joined, lines }: ProgramText): FoundCall[] {
  return pathCandidates(joined).flatMap((candidate) => {
    const path = legacyPathOf(candidate);
    if (path === undefined) return [];
    const { start, end, query, isAbsolute, origin, segments } = candidate;
    const line = lines.at(start);
    const before = joined.slice(Math.max(lines.startOf(line, 0), start - near), start);
    if (!isAbsolute && !mayBeRelative(before, segments.length)) return [];
    const after = joined.slice(end, end + 12);
    const isLogged = isLogEntry(before, after);
    if (isLogged && path.likeness === "possible") return [];
    // A path behind another host that has no version is somebody's page.
    const likeness =
      origin === "host" && !path.hasVersion && path.likeness === "possible" ? undefined : path.likeness;
    return likeness === undefined ? [] : [{ call: path.call, likeness, line, start, end, query, isLogged }];
  });
}

function mayBeRelative(before: string, length: number): boolean {
  return quotes.test(before) && (length > 1 || caller.test(before.slice(0, -1)));
}

function isLogEntry(before: string, after: string): boolean {
  return /\b(?:GET|POST|PUT|DELETE|HEAD)\s+$/.test(before) && /^\s+HTTP\/\d/.test(after);
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
  /** Its segments, without `.json`. */
  readonly segments: readonly string[];
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
    if (!/host|rbl|contact|check|listings/.test(withoutSeams(path))) return [];
    const read = readPath(withoutSeams(path));
    if (read === undefined) return [];
    const names = [...withoutSeams(query).matchAll(/[?&]([a-z_]+)(?==)/gi)].map(([, name = ""]) => name);
    return [{ ...read, query: names, start: match.index, end: match.index + whole.length }];
  });
}

type ReadPath = Omit<PathCandidate, "start" | "end" | "query">;

function readPath(text: string): ReadPath | undefined {
  const host = scheme.exec(text)?.[0];
  const bare = host === undefined ? text.replace(/^[\w-]*[:@]+(?=\/)/, "") : text.slice(host.length);
  const hasValue = host === undefined && bare.startsWith(unknownValue);
  // A base that ends in a slash leaves none between it and the path.
  const path = hasValue ? bare.slice(1) : bare;
  if (host !== undefined && path === "") return undefined;
  const hasJson = /\.json$/.test(path);
  const parts = path.replace(/\.json$/, "").split("/");
  const isOpen = parts.length > 1 && parts.at(-1) === "" && !hasJson;
  return {
    origin: host === undefined ? (hasValue ? "value" : "none") : "host",
    isAbsolute: host !== undefined || hasValue || path.startsWith("/"),
    segments: parts.filter((part) => part !== "").map(withoutEnding),
    ...{ hasJson, isOpen },
  };
}

/** What a program appends to a word is an ending such as `.json`, or a query. */
function withoutEnding(segment: string): string {
  return /^\w[\w.-]*\ue000$/.test(segment) ? segment.slice(0, -1) : segment;
}
