import type { Calls } from "../../../../legacy/changes";
import { listingsViews } from "../../../../legacy/routes";
import { callsByMember, callsByPath, hole, kindWords } from "./holes";

/** Signs for version 3.0 that are in the place of a call. */
type PlaceSign = "ownPath" | "rarePath" | "pathBelowBase" | "call" | "sentPath";

/** A place in a line that may call the service. */
export interface Place {
  readonly calls: Calls;
  /** How much the place itself looks like a call of version 3.0. */
  readonly points: number;
  readonly signs: readonly PlaceSign[];
  /** The function or command that gets it. */
  readonly receiver: string;
  /** The format of the answer: `json`, `xml`, `nagios`; empty if it is not in the path. */
  readonly format: string;
}

/** A word of a path, or a value in its place. */
const segment = String.raw`[a-z]{3,8}(?![\w-])|[\ue000-\ue002][^\s"'\`/?&.,;)\]}]{0,40}|:\w{1,30}|<\w{1,30}>|[A-Z]{2}[\w*…]{0,70}|\.{3}|\*`;
const formats = String.raw`/?\.(json|xml|${listingsViews.join("|")}|\ue000)|/|\ue000`;
const end = String.raw`(?=[?"'\`\s&#,;:)\]}>|\\<\ue000]|$)`;
/** A word of the service, what follows it in a path, and the format. */
const path = new RegExp(`(${kindWords})((?:/(?:${segment})){0,2})(?:${formats})?${end}`, "g");
/** The characters before a path: a base URL, a quote, a value, or a space. */
const start =
  /(?:(?<below>(?<![\w.])3\.0|\ue001)\/*|(?<quote>["'`]|(?<=[\s(,])[:@])\/?|(?<filled>\ue000)\/?|(?:^|[\s=([,>|:;])\/?)$/;
/** Functions that read and write files: their paths are not those of URLs. */
const fileWords =
  /^(?!.*(?:url|uri|http|contents)).*(?:open|read|write|require|load|save|dump|(?<!pro)file|exists|import|unlink|include|Dir|Content)$|^(?:cp|mv|cat)$/i;
/** Functions that send a word as the path of a request. */
const senderWords = /request|call|api|fetch|send|query|invoke|rbl|endpoint|ur[il]|(?:^|[_w])(?:get|post)$/i;
/** Functions of servers: the program answers such requests itself. */
const served =
  /\b(?:app|router?|server)\.\w{1,9}\(|\bhref\b|\bdo$|\bRoute\b|(?<!Abort)Controller|\bcontrollers?\.|['"][a-z]+#[a-z]+['"]|\breq, ?res\b/;

/** What the file, or all files together, say about the words of a line. */
interface Context {
  readonly senders: ReadonlySet<string>;
  readonly isDynamic: boolean;
}

/** The places with paths, or with words that become paths, in a line with holes. */
export function placesIn(line: string, from: Context): Place[] {
  const places: Place[] = [];
  for (const { index, 0: all, 1: word = "", 2: rest = "", 3: format = "" } of line.matchAll(path)) {
    const before = line.slice(0, index).slice(-120);
    const after = line.slice(index + all.length).slice(0, 10);
    const calls = callsByPath.get(word + rest.replace(/\/(?![a-z])[^/]+/g, "/{id}"));
    const groups = start.exec(before)?.groups;
    if (calls === undefined || groups === undefined) continue;
    const isBelow = groups.below !== undefined;
    const receiver = receiverOf(before);
    const isSent = from.senders.has(receiver);
    const isOwn = /^rbls$|profiles?$/.test(word) || listingsViews.some((view) => view === format);
    const isRare = /^contactgroups?(?:\/|$)|^rbl\/[a-z]/.test(word + rest);
    const isFile = rest === "" && fileWords.test(receiver) && !isBelow && groups.filled === undefined;
    if (isFile && !isSent && !isOwn && !isRare) continue;
    const isPath = rest !== "" || /\/$/.test(before) || isBelow || groups.filled !== undefined;
    const isText = (groups.quote ?? groups.filled) !== undefined;
    const isNamed = format !== "" && (isText || /(?:path|url|uri)\w*["']? ?[=:] ?$/i.test(before));
    // A value may be the verb: `host/$verb/$id`.
    const hasVerb = /^\/(?:[a-z]|[^/]+\/)/.test(rest);
    let points = (isBelow ? 2 : 0) + (format === "" ? 0 : 1) + (hasVerb ? 1 : 0) || -1;
    const isWellFormed = points > 2;
    // With a value, two words may begin a path of version 4.0.
    const mayBeLegacy = !/^(?:rbl|contact)\//.test(word + rest);
    let isCall = hasVerb || (groups.filled !== undefined && format !== "" && mayBeLegacy);
    const isGiven = senderWords.test(receiver) && (isText || !/["'`]/.test(before));
    if (!isPath && !isNamed) {
      // A word alone: `get("hosts")`, `list=hosts`.
      const isIndex = /[\w)\]]\[["'`]$/.test(before) && /^["'`]\]/.test(after);
      const isSet = /(?:api|path|ur[il]|endpoint|resource)\w* :?= ["'`]$/i.test(before);
      const isEntry = from.isDynamic && (isText || /\[\w+\]=$|^\s*for \w+ in /.test(before));
      const isKnown = isSent || isGiven || isEntry || isSet;
      if (isIndex || /^["'`]? ?(?:[:=]|=>)/.test(after)) continue;
      if (!isKnown && !((isOwn || isRare) && isText && receiver !== "")) continue;
      isCall = isGiven;
      points = isKnown ? Number(isGiven && isText && !isSent) : -1;
    }
    const isServed = !isBelow && served.test(before + line.slice(index).slice(0, 120));
    points += (isOwn ? 3 : isRare && !hasVerb ? 1 : 0) + (isSent ? 2 : 0) - (isServed ? 2 : 0);
    const signs = [
      isOwn && points > 1 && "ownPath",
      isRare && "rarePath",
      isBelow && isWellFormed && "pathBelowBase",
      ((isCall && points > 0) || isBelow) && "call",
      isCall && isGiven && points > 0 && "sentPath",
    ] as const;
    const ownSigns = isServed ? [] : signs.filter((sign) => sign !== false);
    places.push({ calls, points, signs: ownSigns, receiver, format: format === hole ? "json" : format });
  }
  return places;
}

/** The receiver of the text that begins after this: the function before its bracket, a command of a shell, or the word before it. */
function receiverOf(before: string): string {
  const inner = /\([^()]{0,100}\)/g;
  const open = before.replace(inner, "").replace(inner, "");
  const called = /([\w$]{0,60}\w)[!?]? ?\([^(){};]{0,100}$/.exec(open);
  const command = /(?<![\w-])(curl|wget) [^|;]*$/.exec(before);
  return (called ?? command ?? /([\w-]{1,60})["'`]? {1,4}["'`:]?\ue000?\/?$/.exec(before))?.[1] ?? "";
}

const members = [...callsByMember.keys()].map((key) => key.replace(".", String.raw`(?:\??\.|->)`));
const member = new RegExp(String.raw`(?<=(?:\.|->)\s{0,20})(?:${members.join("|")})(?!\w)`, "g");

/** The places where a program calls the service's own client: `client.contact_group.add(…)`, `$client->hosts->get()`. */
export function clientPlaces(line: string): Place[] {
  return (line.match(member) ?? []).flatMap((text) => {
    const call = callsByMember.get(text.replace(/\W+/, "."));
    return call === undefined ? [] : [{ calls: [call], points: 2, signs: [], receiver: "", format: "" }];
  });
}
