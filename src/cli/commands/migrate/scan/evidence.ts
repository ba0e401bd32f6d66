import type { LegacyCall } from "../../../../legacy/calls";
import type { Syntax } from "./languages";
import { callsOf, type FoundPath, kindWords, listWords, ownWord, pathsIn } from "./paths";
import { allTexts, type JoinedText } from "./texts";

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
  /** Names that are bound to other URLs here, whatever they are elsewhere. */
  readonly otherNames: ReadonlySet<string>;
  /** What is given paths that hardly another service has. */
  readonly senders: ReadonlySet<string>;
  /** Whether it certainly calls this service. */
  readonly isOwn: boolean;
  readonly points: number;
  /** Whether paths below a version 3.0 belong to another service. */
  readonly isForeign: boolean;
  /** Whether it is a log of requests, which other services may have got as well. */
  readonly isLog: boolean;
  /** Whether it mentions the service, also in a comment. */
  readonly isMention: boolean;
  /** How many steps it took to read it. */
  readonly visited: number;
}

/** A base URL of version 3.0, of this service or another. */
interface BaseUrl {
  readonly line: number;
  readonly host: string;
}

/** The call that is named by words which are given to what makes URLs of them: `url("listings")`, `path("host", "pause")`. */
function givenCall(text: JoinedText): LegacyCall[] {
  const { word = "" } = wordOf(text) ?? {};
  const {
    next: [second = ""],
    receiver,
  } = text;
  const isGiven = senderWords.test(receiver) && !fileWords.test(receiver);
  if (!kindWords.has(word) || !(isGiven || ownWord.test(word))) return [];
  return [
    ...(callsOf([word, second], true) ?? []).slice(0, 1),
    ...(listWords.has(word) ? [listWords.get(word) as LegacyCall] : []),
  ];
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
  /\bhttps?:\/\/(?:[^\s"'`<>@/]{0,200}@)?([\w.\-:\ue000]{1,255})(?:\/[\w.\-~\ue000]{0,100}){0,8}?\/3\.0(?![\w.])/gi;
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

/** Reads a file. */
export function evidenceOf(file: string, text: string, syntax: Syntax): Evidence {
  const isLog = syntax.isProgram !== true && loggedRequest.test(text);
  // Only the request of a log line counts, and there may be very many lines.
  const { texts, visited } = allTexts(isLog ? text.replace(loggedLine, "$1") : text, syntax);
  const paths = texts.flatMap((joined) => pathsIn(joined).map((path) => ({ ...path, text: joined })));
  const baseUrls: BaseUrl[] = [];
  const baseNames = new Set<string>();
  const otherNames = new Set<string>();
  for (const joined of texts) {
    const isOther = /^https?:\/\//.test(joined.value) && !joined.value.includes("/3.0");
    if (isOther) for (const name of joined.boundTo) otherNames.add(name);
    for (const [, host = ""] of joined.value.includes("3.0") ? joined.value.matchAll(baseUrl) : []) {
      baseUrls.push({ line: joined.line, host });
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
  // `"/3.0/" + path + ".json"` says more than a base URL.
  const isTemplate = paths.some(({ found }) => found.type === "dynamic" && found.hasVersion);
  const hasBase = baseUrls.length > 0 || isTemplate;
  // What speaks for this service, and against it, with its weight.
  const signs: readonly (readonly [boolean, number])[] = [
    [own.length > 0, 3],
    [hasBase, 1.5],
    [isTemplate, 1.5],
    [hasBase && operations.size > 1, 1.5],
    [isVersioned, 3],
    [!isVersioned && versioned.length > 0, 1.5],
    [verbs.length > 0, 1],
    [names > 0, 1.5],
    [names > 1, 1.5],
    [usual.size > 2, 1],
    [isAbout, 1.5],
    [isForeign && own.length === 0, -3],
    [isCurrent && baseUrls.length === 0 && own.length === 0, -4],
  ];
  const points = signs.reduce((sum, [isThere, weight]) => sum + (isThere ? weight : 0), 0);
  const senders = paths.flatMap(({ found, text: { receiver } }) =>
    found.type === "call" &&
    found.path.likeness !== "word" &&
    found.path.host === undefined &&
    receiver !== ""
      ? [receiver]
      : [],
  );
  return {
    ...{ file, text, syntax, isLog, texts, paths, baseUrls, baseNames, otherNames, points, visited },
    senders: new Set(senders),
    isForeign: isForeign && own.length === 0,
    isOwn:
      !syntax.isDocument &&
      (own.length > 0 ||
        (isVersioned && !isForeign) ||
        (baseUrls.length > 0 && points >= 3 && (isAbout || names > 0 || verbs.length > 0))),
    isMention:
      !isCurrent &&
      (ownWords.test(text) ||
        serviceName.test(text) ||
        (hasBase && (isAbout || (syntax.isProgram === true && !isForeign && kindText.test(text))))),
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
function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^@/]*@)?([^/]+)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}

/** The word that a text is, if it is nothing else: `"hosts"`, or in a shell also `list=hosts`. */
export function wordOf({
  isKey,
  isQuoted,
  value,
}: JoinedText): { word: string; isAssigned: boolean } | undefined {
  const [, name, word] = isKey ? [] : (/^(\w*=)?([a-z]{3,18})$/.exec(value) ?? []);
  if (word === undefined || (name !== undefined && isQuoted)) return undefined;
  return { word: word.replace(/^monitoringprofile/, "rblprofile"), isAssigned: name !== undefined };
}

/** What reads and writes files, so that a path given to it is none of a URL. */
export const fileWords =
  /^(?!.*(?:url|uri|http|get_contents|getcontents)).*(?:open|read|write|require|load|save|dump|(?<!pro)file|exists|import|unlink|include|Dir\b)/i;
/** What sends a word as the path of a request. */
export const senderWords =
  /request|call|api|fetch|send|query|poll|invoke|rbl|endpoint|url|uri|path|resource|^_?(?:get|post)$/i;
