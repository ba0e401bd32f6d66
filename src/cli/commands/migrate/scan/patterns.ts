import { legacyKinds } from "../../../../service/legacy/kinds";
import type { Finding } from "./report";

/**
 * What must be found before a pattern counts: something of this service in the same `file`, that or something of version 3.0
 * anywhere in the `folders`, something of version 3.0 anywhere (`legacy`), or nothing, since its words are the service's `own`.
 */
export type Demand = "file" | "folders" | "legacy" | "own";

/** Something that programs do with answers of version 3.0, wherever they do it. */
export interface FieldPattern extends Pick<Finding, "type" | "replacement" | "point"> {
  readonly expression: RegExp;
  /** Whether texts that a program puts together are looked at in one piece, without what it puts into them. */
  readonly isJoined?: true;
  readonly demand: Demand | ((match: Groups) => Demand);
  /** What was found, in words that hold nothing but the service's own; undefined for what is none after all. */
  found(match: Groups): string | undefined;
  /** Whether it fails with version 4.0, by the ending of the file's name. */
  breaks?(match: Groups, ending: string): boolean;
}

/** The named groups of a match. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** The name of a field as programs reach for it: `host.listed`, `$h['listed']`, `.listed`, `"listed"`. */
export const closing = String.raw`["'\x60\])}]{0,4}`;

/**
 * Base URLs of version 3.0 (3.0, Versioning 1): where one ends, its path begins.
 * @param legacyBaseUrl the account's own, by which other services' are told apart; undefined when it is not known
 */
export function baseUrlPattern(legacyBaseUrl: string | undefined): FieldPattern {
  const own = legacyBaseUrl === undefined ? undefined : withoutScheme(legacyBaseUrl);
  return {
    type: "base_url",
    replacement: "the base URL of version 4.0: domain and version segment both change",
    point: 1,
    isJoined: true,
    expression:
      /\bhttps?:\/\/(?:[^\s"'`<>@/]*@)?(?<host>[\w.\-:\ue000\ue001]+)(?<path>(?:\/[\w.\-~\ue000\ue001]*)*?\/3\.0)(?![\w.])/gi,
    demand: (match) => (addressOf(match) === own ? "own" : "folders"),
    found: (match) => {
      const isOthers = own !== undefined && addressOf(match) !== own && addressOf(match).search(marks) < 0;
      const host = match.host?.replaceAll(marks, "…") ?? "";
      return isOthers ? undefined : `the base URL of version 3.0 on ${host}`;
    },
  };
}

const marks = /[\ue000\ue001]+/g;

function addressOf({ host = "", path = "" }: Groups): string {
  return withoutScheme(host + path);
}

function withoutScheme(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/+$/, "")
    .toLowerCase();
}

const counts = Object.values(legacyKinds).map(({ total }) => total);
/** Counts that objects have as well, or that any program may count. */
const anybodys: ReadonlySet<string> = new Set([legacyKinds.host.total, legacyKinds.contact.total]);

const equals = String.raw`(?:===?|!==?|<>|=|\beq\b|\bne\b|\bis\b)`;
/** What programs call an answer. */
const answer = "(?:res|resp|response|answer|result|reply|envelope|json|body|data|r|ret|out|output)";
const reach = String.raw`(?:\.|->|\[["'])`;

/** What programs do with the envelopes of answers (3.0, Versioning 4). */
export const answerPatterns: readonly FieldPattern[] = [
  {
    type: "count",
    replacement: "total",
    point: 4,
    expression: new RegExp(String.raw`(?<![\w-])(?<count>${counts.join("|")})(?!\w|\s*\()`, "g"),
    demand: ({ count = "" }) => (anybodys.has(count) ? "file" : "folders"),
    found: ({ count }) => count,
  },
  {
    type: "envelope",
    replacement: "status_code, which is 200 for success: status_message has words of its own for each call",
    point: 4,
    expression: new RegExp(
      [
        String.raw`\bstatus_message\b${closing}\s*(?:${equals}\s*|\.(?:equals(?:IgnoreCase)?|toBe|toEqual)\(\s*|,\s*|\)\.(?:toBe|toEqual)\(\s*)["']OK["']`,
        String.raw`["']OK["']\s*(?:${equals}|\.equals(?:IgnoreCase)?\(|,)\s*[\w$.>(\["'-]{0,60}?\bstatus_message\b`,
        String.raw`["']status_message["']\s*(?::|=>)\s*["']OK["']`,
      ].join("|"),
      "g",
    ),
    demand: "folders",
    found: () => 'status_message is "OK"',
  },
  {
    type: "envelope",
    replacement: "nothing: answers of version 4.0 have no version",
    point: 4,
    expression: new RegExp(
      [
        String.raw`\b${answer}${reach}version\b`,
        String.raw`\bversion["'\])]{1,3}\s*${equals}\s*["']?3(?:\.\d+)*["']?`,
        String.raw`["']version["']\s*(?::|=>)\s*["']?3\.\d`,
      ].join("|"),
      "gi",
    ),
    demand: "file",
    found: () => "version of the answer",
  },
  {
    type: "parameter",
    replacement: "profile",
    point: 6,
    expression: /(?<![\w-])rbl_profile(?!\w)/g,
    demand: "own",
    found: () => "rbl_profile",
  },
];

/** What programs do with events (3.0, Events and Versioning 9). */
export const eventPatterns: readonly FieldPattern[] = [
  {
    type: "event",
    replacement:
      "the same events; nine more may arrive (cert.expiration.trigger, cert.expiration.resolve, cert.error.trigger, cert.error.resolve, cert.changed, cert.flapping, cert.flapping.resolve, agent.timeout, agent.timeout.resolve)",
    point: 9,
    expression:
      /(?<![\w.])(?:rbl\.host\.(?:check\.(?:started|completed)|(?:de)?listed)|billing\.(?:balance\.alert|re(?:charge|newal)\.(?:success|failed))|expiring\.(?:card|plan)\.alert)(?![\w.])/g,
    demand: "legacy",
    found: () => "types of events",
    breaks: () => false,
  },
  {
    type: "event",
    replacement: "ids of events begin with TA",
    point: 9,
    expression: /["'`^/]EV(?=["'`[\\(]|$)/g,
    demand: "file",
    found: () => "the prefix EV",
  },
];
