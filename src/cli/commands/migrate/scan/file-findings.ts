import type { LegacyCall } from "../../../../legacy/calls";
import { callsIn, type FoundCall, type Grade } from "./calls";
import type { Evidence, Project } from "./evidence";
import { type Demand, fieldTokens, foundFields } from "./fields";
import { foundParameters } from "./parameters";
import { countBefore } from "./paths";
import { type FoundParameter, isListing, legacyText, replacementText } from "./replacement";
import type { Finding } from "./report";
import { hole } from "./tokens";

/** The findings in a file. */
interface FileFindings {
  readonly findings: readonly Finding[];
  /** Whether the file uses the service, and no call of it was understood. */
  readonly isNotUnderstood: boolean;
  /** How many steps it took. */
  readonly visited: number;
}

/** Everything in a file that is of version 3.0, by what it and the other files say. */
export function fileFindings(evidence: Evidence, project: Project): FileFindings {
  const { file, syntax, text } = evidence;
  const calls = callsIn(evidence, project);
  const isSure = calls.some(({ grade }) => grade !== "look");
  const isOwn = isSure || evidence.isMention;
  const isKnown = ({ host }: Evidence["baseUrls"][number]) => project.hosts.has(host.toLowerCase());
  const bases = evidence.baseUrls.filter(
    (base) => isKnown(base) || base.host.includes(hole) || (isOwn && !project.isHostKnown),
  );
  const { tokens, visited } =
    !evidence.isLog && (isOwn || project.isOwn || evidence.points > 0) ? fieldTokens(text, syntax) : nothing;
  const gradeIf = (isCertain: boolean): Grade =>
    syntax.isDocument ? "look" : isCertain ? "certain" : "likely";
  const grade = isOwn ? gradeIf(isSure) : "look";
  const meets = (demand: Demand) => demand === "own" || isOwn || (demand === "folders" && project.isOwn);
  const parameters = foundParameters(tokens, syntax.isDocument ? [] : calls);
  const isReported = new Set(
    [...parameters.values()].flatMap((some) => some.map(({ name, line }) => `${name} ${line}`)),
  );
  const findings: Finding[] = [
    ...calls.map((call) => endpoint(call, parameters.get(call) ?? [])),
    ...bases.map((base) => ({ ...baseFinding(base), grade: gradeIf(isSure || isKnown(base)) })),
    ...foundFields(tokens, file)
      .filter(({ demand }) => meets(demand))
      .filter(({ type, found, line }) => type !== "parameter" || !isReported.has(`${found} ${line}`))
      .map(({ demand: _, ...field }) => ({ ...field, grade })),
    ...(isSure || (isOwn && project.isOwn) ? patternFindings(text, answerPatterns, grade) : []),
    ...(syntax.isProgram && isSure ? programFindings(text, calls) : []),
  ];
  return {
    findings: findings.sort((a, b) => a.line - b.line),
    isNotUnderstood: calls.length === 0 && (evidence.isMention || bases.length > 0),
    visited: evidence.visited + visited,
  };
}

const nothing = { tokens: [], visited: 0 };

function endpoint({ calls, grade, line }: FoundCall, parameters: readonly FoundParameter[]): Finding {
  const [call] = calls;
  return {
    ...{ type: "endpoint", line, point: 2, breaks: true, grade },
    ...(calls.length > 1
      ? {
          found: `one of ${calls.map(legacyText).join(", ")}`,
          replacement: "the call of version 4.0 that belongs to the verb",
        }
      : {
          ...{ found: legacyText(call), replacement: replacementText(call) },
          ...{ operation: call.name, parameters },
        }),
  };
}

function baseFinding({ host, line }: Evidence["baseUrls"][number]): Omit<Finding, "grade"> {
  return {
    ...{ type: "base_url", line, point: 1, breaks: true },
    found: `the base URL of version 3.0 on ${host.replaceAll(hole, "…")}`,
    replacement: "the base URL of version 4.0: domain and version segment both change",
  };
}

/** A finding wherever an expression matches. */
interface Pattern extends Omit<Finding, "line" | "grade"> {
  readonly expression: RegExp;
}

/** What programs do with events, and with the version of answers (docs/design/api-3.0.md#events and Versioning 4 and 9). */
const answerPatterns: readonly Pattern[] = [
  {
    type: "event",
    found: "types of events",
    replacement:
      "the same events; nine more may arrive: seven of certificates (cert.expiration.trigger, cert.expiration.resolve, cert.error.trigger, cert.error.resolve, cert.changed, cert.flapping, cert.flapping.resolve) and two of agents (agent.timeout, agent.timeout.resolve)",
    point: 9,
    breaks: false,
    expression:
      /(?<![\w.])(?:rbl\.host\.(?:check\.(?:started|completed)|(?:de)?listed)|billing\.(?:balance\.alert|re(?:charge|newal)\.(?:success|failed))|expiring\.(?:card|plan)\.alert)(?![\w.])/g,
  },
  {
    type: "event",
    found: "the prefix EV",
    replacement: "ids of events begin with TA",
    point: 9,
    breaks: true,
    expression: /["'`^/]EV(?=["'`[\\(]|$)/g,
  },
  {
    type: "envelope",
    found: "version of the answer",
    replacement: "nothing: answers of version 4.0 have no version",
    point: 4,
    breaks: true,
    expression:
      /\b(?:res|resp|response|answer|result|reply|envelope|json|body|data|r|ret|out|output)(?:\.|->|\[["'])version\b|\bversion["'\])]{1,3}\s{0,4}(?:===?|!==?|=|eq|ne)\s{0,4}["']?3(?:\.\d+){0,3}["']?|["']version["']\s{0,4}(?::|=>)\s{0,4}["']?3\.\d/gi,
  },
];

/** A comparison with the number of objects on a page of version 3.0. */
const pagePattern: Pattern = {
  type: "page_size",
  found: "20 objects a page",
  replacement: "100 objects a page, or the page_size that is sent",
  point: 7,
  breaks: true,
  expression:
    /(?:%|\/(?!\/)|\*|<=?|>=?|===?|!==?|-lt\b|-le\b|-gt\b|-ge\b|-eq\b|-ne\b)\s{0,4}20\b(?![.%\w])|(?<![\w.])20\s{0,4}(?:%|\*|<=?|>=?|===?|!==?)(?!\w)/g,
};

function patternFindings(text: string, patterns: readonly Pattern[], grade: Grade): Finding[] {
  return patterns.flatMap(({ expression, ...pattern }) => {
    const linesBefore = countBefore(text, "\n");
    return [...text.matchAll(expression)].map(({ index }) => ({
      ...{ ...pattern, line: 1 + linesBefore(index), grade },
    }));
  });
}

/** What a program with certain calls needs for version 4.0, if nothing in it matches the expression. */
const needs: readonly (Pattern & Pick<Finding, "grade"> & { isFor(call: LegacyCall): boolean })[] = [
  {
    type: "method",
    found: "no PUT and no DELETE in this file",
    replacement: "an HTTP client that sends PUT for updates and DELETE for deletions",
    point: 10,
    breaks: true,
    grade: "likely",
    isFor: ({ current }) => /PUT|DELETE/.test(current.method),
    expression:
      /["'`](?:PUT|DELETE)\b|[.>](?:put|delete)(?:_?json|Async)?\s{0,4}\(|CUSTOMREQUEST|-X\s{0,4}['"]?(?:PUT|DELETE)|--request[\s=]['"]?(?:PUT|DELETE)|Http(?:Put|Delete)|Method\.?(?:PUT|Put|DELETE|Delete)/,
  },
  {
    type: "limit",
    found: "nothing about rate limits in this file",
    replacement: "on 429, wait as long as Retry-After says; every answer has RateLimit-* headers",
    point: 9,
    breaks: false,
    grade: "look",
    isFor: () => true,
    expression: /\b429\b|retry[-_]?after|rate[-_ ]?limit|TooManyRequests/i,
  },
];

/** How many lines from the call of a list its pages are counted. */
const pageReach = 15;

/** The requirements of version 4.0 that a program does not meet (docs/design/api-3.0.md#migration (7, 9 and 10)). */
function programFindings(text: string, calls: readonly FoundCall[]): Finding[] {
  const callsFor = (isFor: (call: LegacyCall) => boolean) => calls.filter(({ calls: [call] }) => isFor(call));
  const isNear = new Set(
    callsFor(isListing).flatMap(({ line }) =>
      Array.from({ length: 2 * pageReach + 1 }, (_, step) => line - pageReach + step),
    ),
  );
  return [
    ...needs.flatMap(({ expression, isFor, ...finding }) => {
      const [first] = callsFor(isFor);
      return first === undefined || expression.test(text) ? [] : [{ ...finding, line: first.line }];
    }),
    ...(isNear.size === 0 ? [] : patternFindings(text, [pagePattern], "likely")).filter(({ line }) =>
      isNear.has(line),
    ),
  ];
}
