import type { LegacyCall } from "../../../../legacy/calls";
import { type Likeness, legacyPathOf, pathCandidates } from "./legacy-path";
import type { ProgramText } from "./program-text";

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
