import type { LegacyCall } from "../../../../legacy/calls";
import { type Evidence, fileWords, type Project, senderWords, wordOf } from "./evidence";
import { type Calls, callsOf, listWords, ownWord, type PathCall } from "./paths";
import type { JoinedText } from "./texts";
import { hole } from "./tokens";

/**
 * How sure it is that something is of version 3.0: `certain`, `likely` where little else could be meant, and `look` where
 * another service has the same words.
 */
export type Grade = "certain" | "likely" | "look";

/** A call of version 3.0 in a file. */
export interface FoundCall {
  readonly calls: Calls;
  readonly grade: Grade;
  readonly line: number;
  /** Names in the query of its path. */
  readonly query: readonly string[];
}

/** The calls in a file, by what it and the other files say. */
export function callsIn(evidence: Evidence, all: Project): FoundCall[] {
  const { baseNames, otherNames, paths, syntax, texts } = evidence;
  const project = {
    ...all,
    baseNames: new Set([...all.baseNames].filter((name) => baseNames.has(name) || !otherNames.has(name))),
  };
  const usesBase = paths.some(
    ({ found }) => "base" in found && found.base !== undefined && project.baseNames.has(found.base),
  );
  const isKnown = evidence.baseUrls.some(({ host }) => project.hosts.has(host.toLowerCase()));
  const points =
    evidence.points +
    (project.isOwn ? 1 : 0) +
    (usesBase && evidence.baseUrls.length === 0 ? 1.5 : 0) +
    (isKnown ? 1 : 0);
  if (syntax.isDocument && !evidence.isMention) return [];
  const isDynamic = paths.some(
    ({ found }) =>
      found.type === "dynamic" &&
      (found.base === undefined || project.baseNames.has(found.base) || points >= 3),
  );
  const ofPaths = paths.flatMap(({ found, line, text }): FoundCall[] => {
    if (found.type !== "call" || text.isKey) return [];
    const { calls, query } = found.path;
    const grade = gradeOf(found.path, text, points, evidence, project);
    if (grade === undefined) return [];
    return [{ calls, grade: syntax.isDocument || calls.length > 1 ? "look" : grade, line, query }];
  });
  const ofWords = texts.flatMap((text): FoundCall[] => {
    const given = callOfWords(text, { points, isDynamic, evidence, project });
    return given === undefined ? [] : [{ ...given, line: text.line, query: [] }];
  });
  return [...ofPaths, ...ofWords]
    .flatMap((call) => (call.calls.length > 1 ? namedCalls(call, texts) : [call]))
    .sort((a, b) => a.line - b.line);
}

/**
 * How sure it is that a path is a call, by its own words and the points of its file; undefined if it is none. A word that
 * many services have needs more points than one of this service alone.
 */
function gradeOf(
  path: PathCall,
  text: JoinedText,
  points: number,
  { isForeign, isLog, syntax }: Evidence,
  project: Project,
): Grade | undefined {
  const { base, hasJson, hasVersion, host, isAbsolute, likeness } = path;
  const isBelow = hasVersion || (base !== undefined && project.baseNames.has(base));
  const isShellWord = syntax.isProgram && syntax.isBare && !isAbsolute && !text.isQuoted;
  // In a shell `> hosts.json` is a file, and what reads a file is given one.
  const isFile = !isBelow && (fileWords.test(text.receiver) || (isShellWord && text.receiver === ""));
  if (isFile || (host !== undefined && !hasVersion)) return undefined;
  // Other services have logs in the same file.
  if (isLog && !isBelow && likeness !== "own") return undefined;
  if (isShellWord && !text.value.includes("/") && !project.senders.has(text.receiver)) return undefined;
  const need = { own: 0, verb: 2, word: 3 }[likeness];
  const score = points + (isBelow ? 1 : 0) + (hasJson ? 1 : 0) - need;
  if (likeness === "own") return score >= 4 ? "certain" : "likely";
  if (score >= 2) return "certain";
  if (score >= 1 || (hasVersion && hasJson && !isForeign)) return "likely";
  return (score >= 0 && hasJson) || (hasVersion && !isForeign) ? "look" : undefined;
}

/** The call that single words are, given to what sends them: `api("host", "add")`, `get("hosts")`. */
function callOfWords(
  text: JoinedText,
  {
    points,
    isDynamic,
    evidence,
    project,
  }: { points: number; isDynamic: boolean; evidence: Evidence; project: Project },
): Pick<FoundCall, "calls" | "grade"> | undefined {
  const { word, isAssigned } = wordOf(text) ?? {};
  if (word === undefined) return undefined;
  const { next, receiver } = text;
  const isSender = project.senders.has(receiver) || (senderWords.test(receiver) && !fileWords.test(receiver));
  const [second = ""] = next;
  const pair = /^[a-z]+$/.test(second) ? callsOf([word, second], true) : undefined;
  if (pair !== undefined && points >= 2) {
    return { calls: pair, grade: isSender || isDynamic ? "certain" : "likely" };
  }
  const isOwn = ownWord.test(word);
  const list = listWords.get(word);
  if (list !== undefined) {
    const isGiven =
      isSender ||
      (isDynamic && (text.isQuoted || isAssigned || receiver === "for")) ||
      (isOwn && text.isQuoted);
    const isSetting = text.isSetting && evidence.syntax.isProgram !== true && evidence.baseUrls.length > 0;
    if (points < (isOwn ? 2 : 3) || !(isGiven || isSetting)) return undefined;
    return { calls: [list], grade: isSender && points >= 4 ? "certain" : "likely" };
  }
  if (second !== hole || text.place > 1 || points < 3 || !isSender) return undefined;
  const open = next[1] === hole ? callsOf([word, hole, hole]) : undefined;
  if (open !== undefined) return { calls: open, grade: "look" };
  const get = isDynamic || /segment|path/i.test(receiver) ? callsOf([word, hole]) : undefined;
  return get?.length === 1 ? { calls: get, grade: "likely" } : undefined;
}

/** The calls of a path whose verb or kind is elsewhere in the file: `for verb in ["pause", "resume"]`. */
function namedCalls(open: FoundCall, texts: readonly JoinedText[]): FoundCall[] {
  const [first] = open.calls;
  const isOfKind = open.calls.every((one) => segmentOf(one, 1) === segmentOf(first, 1));
  const byWord = new Map(open.calls.map((one) => [segmentOf(one, isOfKind ? 2 : 1), one]));
  const named = texts.flatMap(({ isKey, line, next, receiver, value }): FoundCall[] => {
    const one = isKey || (!isOfKind && (next[0] !== hole || receiver === "")) ? undefined : byWord.get(value);
    return one === undefined ? [] : [{ calls: [one], grade: "likely", line, query: [] }];
  });
  return named.length > 0 ? named : [open];
}

/** A word in the path of a call: of `/host/pause/{id}` the first is `host`, the second `pause`. */
function segmentOf(call: LegacyCall, place: 1 | 2): string {
  return call.legacy.path.split("/")[place] ?? "";
}
