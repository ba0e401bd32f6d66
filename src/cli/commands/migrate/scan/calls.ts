import type { LegacyCall } from "../../../../legacy/calls";
import type { Syntax } from "./languages";
import { callsOf, type FoundPath, kindWords, listWords, ownWord, type PathCall, pathsIn } from "./paths";
import { allTexts, type JoinedText } from "./texts";
import { hole } from "./tokens";

/**
 * How sure it is that something is of version 3.0: `certain`, `likely` where little else could be meant, and `look` where
 * another service has the same words.
 */
export type Grade = "certain" | "likely" | "look";

/** A call of version 3.0 in a file. */
export interface FoundCall {
  /** The calls that it may be: more than one if its verb is only known to the running program. */
  readonly calls: readonly LegacyCall[];
  readonly grade: Grade;
  readonly line: number;
  /** Names in the query of its path. */
  readonly query: readonly string[];
}

/** A file and what in it speaks for version 3.0, before it is known what the other files have. */
export interface Evidence {
  readonly file: string;
  readonly text: string;
  readonly syntax: Syntax;
  readonly texts: readonly JoinedText[];
  readonly paths: readonly { readonly found: FoundPath; readonly line: number; readonly text: JoinedText }[];
  readonly baseUrls: readonly BaseUrl[];
  /** Names that are bound to a base URL of version 3.0. */
  readonly baseNames: ReadonlySet<string>;
  /** What is given paths that hardly another service has. */
  readonly senders: ReadonlySet<string>;
  /** Whether it certainly calls this service. */
  readonly isOwn: boolean;
  readonly points: number;
  /** Whether paths below a version 3.0 are none of this service. */
  readonly isForeign: boolean;
  /** Whether it is a log of requests, which other services may have got as well. */
  readonly isLog: boolean;
  /** Whether it mentions the service, be it in a comment. */
  readonly isMention: boolean;
  /** How many steps it took to read it. */
  readonly visited: number;
}

/** A base URL of version 3.0, of this service or another. */
interface BaseUrl {
  readonly line: number;
  readonly host: string;
  readonly path: string;
}

/** The call that is named by words which are given to what makes URLs of them: `url("listings")`, `path("host", "pause")`. */
function givenCall(text: JoinedText): LegacyCall[] {
  const { word = "" } = wordOf(text) ?? {};
  const { next: [second = ""], receiver } = text;
  const isGiven = senderWords.test(receiver) && !fileWords.test(receiver);
  if (!kindWords.has(word) || !(isGiven || ownWord.test(word))) return [];
  return [...callsOf([word, second], true).slice(0, 1), ...(listWords.has(word) ? [listWords.get(word) as LegacyCall] : [])];
}

/** What all files together say. */
export interface Project {
  readonly baseNames: ReadonlySet<string>;
  readonly senders: ReadonlySet<string>;
  /** Hosts in base URLs of files that certainly call this service, or in the account's own base URL, if it is known. */
  readonly hosts: ReadonlySet<string>;
  /** Whether the account's own base URL is known, so that all others are other services'. */
  readonly isHostKnown: boolean;
  readonly isOwn: boolean;
}

const baseUrl =
  /\bhttps?:\/\/(?:[^\s"'`<>@/]{0,200}@)?([\w.\-:\ue000]{1,255})((?:\/[\w.\-~\ue000]{0,100}){0,8}?)\/3\.0(?![\w.])/gi;
/** Words that only programs about blocklists have. */
const blocklist = /(?<![a-z])rbl(?!profile|s\b)|Rbl(?!profile)|RBL|dnsbl|black[-_ ]?list|block[-_ ]?list/i;
/** Fields and ids that no other service is known to have. */
const ownName =
  /(?<!\w)(?:rbl_profile|total_rbl_profiles|total_contact_groups|total_rbls|total_listed|first_listed|listed_details|listed_period|listed_count|(?:HT|RP|RB|CO|CG)[0-9a-fA-F]{32})(?!\w)/g;
/** Fields of answers that others may have one or the other of. */
const usualName =
  /(?<!\w)(?:total_pages|total_hosts|total_contacts|page_size|status_message|status_code|listed|is_default|contact_group)(?!\w)/g;
const ownWords =
  /(?<![\w-])(?:rblprofiles?|monitoringprofiles?|contactgroups?)(?![\w-])|rbl_profile(?!\w)|total_rbl_profiles|(?:RP|CG)[0-9a-fA-F]{32}/;
const serviceName =
  /rblmonitor(?!_(?:host|contact|source|monitoring|certificate|manual|listings|check|rate)|\/rblmonitor)|rbl[-_ ]monitor/i;
/** Words of this service in quotes or in a path. */
const kindText = /["'`/](?:hosts?|rbls?|rblprofiles?|contacts?|contactgroups?|listings|check)["'`/.]/;
const loggedLine = /^.*\b((?:GET|POST|HEAD|PUT|DELETE) \S{1,2000}) HTTP\/\d.*$/gm;
const loggedRequest = /\b(?:GET|POST|HEAD|PUT|DELETE) \S{1,2000} HTTP\/\d/;
/** What reads and writes files, so that a path given to it is none of a URL. */
const fileWords =
  /^(?!.*(?:url|uri|http|get_contents|getcontents)).*(?:open|read|write|require|load|save|dump|(?<!pro)file|exists|import|unlink|include|Dir\b)/i;
/** What sends a word as the path of a request. */
const senderWords =
  /request|call|api|fetch|send|query|poll|invoke|rbl|endpoint|url|uri|path|resource|^_?(?:get|post)$/i;

/** Reads a file. */
export function evidenceOf(file: string, text: string, syntax: Syntax): Evidence {
  const isLog = syntax.isProgram !== true && loggedRequest.test(text);
  // Of a line of a log nothing but the request counts, and there may be very many lines.
  const { texts, visited } = allTexts(isLog ? text.replace(loggedLine, "$1") : text, syntax);
  const paths = texts.flatMap((joined) => pathsIn(joined).map((path) => ({ ...path, text: joined })));
  const baseUrls: BaseUrl[] = [];
  const baseNames = new Set<string>();
  for (const joined of texts) {
    for (const [, host = "", path = ""] of joined.value.includes("3.0")
      ? joined.value.matchAll(baseUrl)
      : []) {
      baseUrls.push({ line: joined.line, host, path });
      if (/\/3\.0\/?$/.test(joined.value)) for (const name of joined.boundTo) baseNames.add(name);
    }
  }
  const calls = paths.flatMap(({ found }) => (found.type === "call" ? [found.path] : []));
  const own = calls.filter(({ likeness }) => likeness === "own");
  const verbs = calls.filter((call) => call.likeness === "verb" && (call.hasJson || call.isAbsolute));
  const isForeign = paths.some(
    ({ found }) => found.type === "foreign" && (found.hasVersion || baseNames.has(found.base ?? "")),
  );
  const versioned = calls.filter(({ hasVersion }) => hasVersion);
  const isVersioned = versioned.some(({ hasJson }) => hasJson);
  const isCurrent = paths.some(({ found }) => found.type === "current");
  const names = new Set(text.match(ownName)).size;
  const operations = new Set([...calls.map(({ calls: [call] }) => call), ...texts.flatMap(givenCall)]);
  const usual = new Set(text.match(usualName));
  const isAbout = blocklist.test(text) || blocklist.test(file.replace(/.*[/\\]/, ""));
  const points =
    (own.length > 0 ? 3 : 0) +
    (baseUrls.length > 0 ? 1.5 : 0) +
    Math.min(names, 2) * 1.5 +
    (isAbout ? 1.5 : 0) +
    (usual.size > 2 ? 1 : 0) +
    (verbs.length > 0 ? 1 : 0) +
    (baseUrls.length > 0 && operations.size > 1 ? 1.5 : 0) +
    (isVersioned ? 3 : versioned.length > 0 ? 1.5 : 0) -
    (isForeign && own.length === 0 ? 3 : 0) -
    (isCurrent && baseUrls.length === 0 && own.length === 0 ? 4 : 0);
  const senders = paths.flatMap(({ found, text: { receiver } }) =>
    found.type === "call" &&
    found.path.likeness !== "word" &&
    found.path.host === undefined &&
    receiver !== ""
      ? [receiver]
      : [],
  );
  return {
    ...{ file, text, syntax, isLog, texts, paths, baseUrls, baseNames, points, visited },
    senders: new Set(senders),
    isForeign: isForeign && own.length === 0,
    isOwn: !syntax.isDocument && (
      own.length > 0 ||
      (isVersioned && !isForeign) ||
      (baseUrls.length > 0 && points >= 3 && (isAbout || names > 0 || verbs.length > 0))),
    isMention:
      !isCurrent &&
      (ownWords.test(text) ||
        serviceName.test(text) ||
        (baseUrls.length > 0 &&
          (isAbout || (syntax.isProgram === true && !isForeign && kindText.test(text))))),
  };
}

/** What the files of a scan say together. @param legacyBaseUrl the account's own, if it is known */
export function projectOf(files: readonly Evidence[], legacyBaseUrl: string | undefined): Project {
  const own = files.filter(({ isOwn }) => isOwn);
  const known = legacyBaseUrl === undefined ? undefined : hostOf(legacyBaseUrl);
  return {
    baseNames: new Set(files.flatMap(({ baseNames }) => [...baseNames])),
    senders: new Set(files.flatMap(({ senders }) => [...senders])),
    hosts: new Set(
      known === undefined
        ? own.flatMap(({ baseUrls }) => baseUrls.map(({ host }) => host.toLowerCase()))
        : [known],
    ),
    isHostKnown: known !== undefined,
    isOwn: own.length > 0,
  };
}

/** The host in a URL, with its port. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^@/]*@)?([^/]+)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}

/** The calls in a file, by what it and the other files say. */
export function callsIn(evidence: Evidence, project: Project): FoundCall[] {
  const { paths, syntax, texts } = evidence;
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
  const found: FoundCall[] = [];
  const open: FoundCall[] = [];
  const graded = (grade: Grade): Grade => (syntax.isDocument ? "look" : grade);
  for (const { found: one, line, text } of paths) {
    if (one.type !== "call" || text.isKey) continue;
    const grade = gradeOf(one.path, text, points, evidence, project);
    if (grade === undefined) continue;
    const { calls, query } = one.path;
    const call = { calls, grade: graded(calls.length > 1 ? "look" : grade), line, query };
    (calls.length > 1 ? open : found).push(call);
  }
  for (const text of texts) {
    const given = callOfWords(text, { points, isDynamic, evidence, project });
    if (given === undefined) continue;
    const call = { ...given, line: text.line, query: [] };
    (call.calls.length > 1 ? open : found).push(call);
  }
  return [...found, ...namedCalls(open, texts)].sort((a, b) => a.line - b.line);
}

function gradeOf(
  path: PathCall,
  text: JoinedText,
  points: number,
  { isForeign, isLog, syntax }: Evidence,
  project: Project,
): Grade | undefined {
  const { base, hasJson, hasVersion, host, isAbsolute, likeness } = path;
  const isBelow = hasVersion || (base !== undefined && project.baseNames.has(base));
  const isFile =
    !isBelow &&
    (fileWords.test(text.receiver) ||
      (syntax.isBare === true &&
        syntax.isProgram === true &&
        !text.isQuoted &&
        !isAbsolute &&
        text.receiver === ""));
  if (isFile || (host !== undefined && !hasVersion)) return undefined;
  if (isLog && !isBelow && likeness !== "own") return undefined;
  const isCommandWord =
    syntax.isProgram && syntax.isBare && !isAbsolute && !text.isQuoted && !text.value.includes("/");
  if (isCommandWord && !project.senders.has(text.receiver)) return undefined;
  const need = { own: 0, verb: 2, word: 3 }[likeness];
  const score = points + (isBelow ? 1 : 0) + (hasJson ? 1 : 0) - need;
  if (likeness === "own") return score >= 4 ? "certain" : "likely";
  if (score >= 2) return "certain";
  if (score >= 1 || (hasVersion && hasJson && !isForeign)) return "likely";
  return (score >= 0 && hasJson) || (hasVersion && !isForeign) ? "look" : undefined;
}

/** The word that a text is, if it is nothing else: `"hosts"`, or in a shell also `list=hosts`. */
function wordOf({ isKey, isQuoted, value }: JoinedText): { word: string; isAssigned: boolean } | undefined {
  const [, name, word] = isKey ? [] : (/^(\w*=)?([a-z]{3,18})$/.exec(value) ?? []);
  if (word === undefined || (name !== undefined && isQuoted)) return undefined;
  return { word: word.replace(/^monitoringprofile/, "rblprofile"), isAssigned: name !== undefined };
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
  const pair = /^[a-z]+$/.test(second) ? callsOf([word, second], true) : [];
  if (pair.length > 0 && points >= 2) {
    return { calls: pair, grade: isSender || isDynamic ? "certain" : "likely" };
  }
  const isOwn = ownWord.test(word);
  const list = listWords.get(word);
  if (list !== undefined) {
    const isGiven = isSender || (isDynamic && (text.isQuoted || isAssigned)) || (isOwn && text.isQuoted);
    const isSetting = text.isSetting && evidence.syntax.isProgram !== true && evidence.baseUrls.length > 0;
    if (points < (isOwn ? 2 : 3) || !(isGiven || isSetting)) return undefined;
    return { calls: [list], grade: isSender && points >= 4 ? "certain" : "likely" };
  }
  if (second !== hole || text.place > 1 || points < 3 || !isSender) return undefined;
  const open = next[1] === hole ? callsOf([word, hole, hole]) : [];
  if (open.length > 0) return { calls: open, grade: "look" };
  const get = isDynamic || /segment|path/i.test(receiver) ? callsOf([word, hole]) : [];
  return get.length === 1 ? { calls: get, grade: "likely" } : undefined;
}

/** The calls of paths of which the verb, or the kind, is elsewhere in the file: `for verb in ["pause", "resume"]`. */
function namedCalls(open: readonly FoundCall[], texts: readonly JoinedText[]): FoundCall[] {
  return open.flatMap((call) => {
    const [first] = call.calls;
    const isOfKind = call.calls.every((one) => segmentOf(one, 1) === segmentOf(first, 1));
    const byWord = new Map(call.calls.map((one) => [segmentOf(one, isOfKind ? 2 : 1), one]));
    const named = texts.flatMap(({ isKey, line, next, receiver, value }): FoundCall[] => {
      const one =
        isKey || (!isOfKind && (next[0] !== hole || receiver === "")) ? undefined : byWord.get(value);
      return one === undefined ? [] : [{ calls: [one], grade: "likely", line, query: [] }];
    });
    return named.length > 0 ? named : [call];
  });
}

/** A word in the path of a call: of `/host/pause/{id}` the first is `host`, the second `pause`. */
function segmentOf(call: LegacyCall | undefined, place: 1 | 2): string {
  return call?.legacy.path.split("/")[place] ?? "";
}
