import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";
import { kinds } from "../../../../service/kinds";
import type { PathCandidate } from "./found-calls";
import { unknownValue } from "./program-text";

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
