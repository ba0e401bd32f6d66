import { callsIn, type FoundCall, type Grade } from "./calls";
import type { Evidence, Project } from "./evidence";
import { type Demand, type FoundField, fieldTokens, foundFields } from "./fields";
import { foundParameters } from "./parameters";
import { countBefore } from "./paths";
import { isListing, legacyText, replacementText } from "./replacement";
import type { Finding } from "./report";
import { hole } from "./tokens";

/** The findings in a file. */
export interface FileFindings {
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
  const made = syntax.isDocument ? [] : calls;
  const isSure = calls.some(({ grade }) => grade !== "look");
  const isOwn = isSure || evidence.isMention;
  const bases = evidence.baseUrls.filter(({ host }) => {
    const isKnown = project.hosts.has(host.toLowerCase()) || host.includes(hole);
    return isKnown || (isOwn && !project.isHostKnown);
  });
  const { tokens, visited } =
    !evidence.isLog && (isOwn || project.isOwn || evidence.points > 0) ? fieldTokens(text, syntax) : nothing;
  const grade: Grade = syntax.isDocument || !isOwn ? "look" : isSure ? "certain" : "likely";
  const meets = (demand: Demand) => demand === "own" || isOwn || (demand === "folders" && project.isOwn);
  const fields = foundFields(tokens, file).filter(({ demand }) => meets(demand));
  const parameters = foundParameters(tokens, made);
  const endpoints = calls.map((call) => endpoint(call, file, parameters.get(call) ?? []));
  const isReported = ({ found, line }: FoundField) =>
    endpoints.some(({ parameters: some = [] }) =>
      some.some((one) => one.line === line && one.name === found),
    );
  const findings: Finding[] = [
    ...endpoints,
    ...bases.map((base) =>
      baseFinding(
        base,
        file,
        syntax.isDocument
          ? "look"
          : isSure || project.hosts.has(base.host.toLowerCase())
            ? "certain"
            : "likely",
      ),
    ),
    ...fields
      .filter((field) => field.type !== "parameter" || !isReported(field))
      .map(({ demand: _, ...field }) => ({ ...field, file, grade })),
    ...(isSure || (isOwn && project.isOwn) ? lineFindings(text, file, grade) : []),
    ...(syntax.isProgram && isSure ? programFindings(text, file, calls) : []),
  ];
  return {
    findings: findings.sort((a, b) => a.line - b.line),
    isNotUnderstood: calls.length === 0 && (evidence.isMention || bases.length > 0),
    visited: evidence.visited + visited,
  };
}

const nothing = { tokens: [], visited: 0 };

function endpoint(
  { calls, grade, line }: FoundCall,
  file: string,
  parameters: Finding["parameters"] = [],
): Finding {
  const [call] = calls;
  if (call === undefined || calls.length > 1) {
    return {
      ...{ type: "endpoint", file, line, point: 2, breaks: true, grade },
      found: `one of ${calls.map(legacyText).join(", ")}`,
      replacement: "the call of version 4.0 that belongs to the verb",
    };
  }
  return {
    ...{ type: "endpoint", file, line, point: 2, breaks: true, grade },
    found: legacyText(call),
    replacement: replacementText(call),
    operation: call.name,
    parameters,
  };
}

function baseFinding({ host, line }: Evidence["baseUrls"][number], file: string, grade: Grade): Finding {
  return {
    ...{ type: "base_url", file, line, point: 1, breaks: true, grade },
    found: `the base URL of version 3.0 on ${host.replaceAll(hole, "…")}`,
    replacement: "the base URL of version 4.0: domain and version segment both change",
  };
}

/** What programs do with events, and with the version of answers (docs/design/api-3.0.md#events and Versioning 4 and 9). */
const linePatterns: readonly (Omit<Finding, "file" | "line" | "grade"> & { readonly expression: RegExp })[] =
  [
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

function lineFindings(text: string, file: string, grade: Grade): Finding[] {
  return linePatterns.flatMap(({ expression, ...pattern }) =>
    linesOf(text, expression).map((line) => ({ ...pattern, file, line, grade })),
  );
}

/** The lines on which an expression matches, in one pass. */
function linesOf(text: string, expression: RegExp): number[] {
  const linesBefore = countBefore(text, "\n");
  return [...text.matchAll(expression)].map(({ index }) => 1 + linesBefore(index));
}

/** How programs say that they send other methods than GET and POST. */
const otherMethods =
  /["'`](?:PUT|DELETE)\b|[.>](?:put|delete)(?:_?json|Async)?\s{0,4}\(|CUSTOMREQUEST|-X\s{0,4}['"]?(?:PUT|DELETE)|--request[\s=]['"]?(?:PUT|DELETE)|Http(?:Put|Delete)|Method\.?(?:PUT|Put|DELETE|Delete)/;
const limits = /\b429\b|retry[-_]?after|rate[-_ ]?limit|TooManyRequests/i;

/** How many lines from the call of a list its pages are counted. */
const pageReach = 15;
const twenty =
  /(?:%|\/(?!\/)|\*|<=?|>=?|===?|!==?|-lt\b|-le\b|-gt\b|-ge\b|-eq\b|-ne\b)\s{0,4}20\b(?![.%\w])|(?<![\w.])20\s{0,4}(?:%|\*|<=?|>=?|===?|!==?)(?!\w)/g;

/** The requirements of version 4.0 that a program does not meet (docs/design/api-3.0.md#migration (7, 9 and 10)). */
function programFindings(text: string, file: string, calls: readonly FoundCall[]): Finding[] {
  const change = calls.find(({ calls: [call] }) => /PUT|DELETE/.test(call?.current.method ?? ""));
  const lists = calls.filter(({ calls: [call] }) => call !== undefined && isListing(call));
  const pages = lists.length === 0 ? [] : linesOf(text, twenty);
  const isNear = new Set(
    lists.flatMap(({ line }) =>
      Array.from({ length: 2 * pageReach + 1 }, (_, step) => line - pageReach + step),
    ),
  );
  return [
    ...(change === undefined || otherMethods.test(text)
      ? []
      : [
          {
            ...({
              type: "method",
              file,
              line: change.line,
              point: 10,
              breaks: true,
              grade: "likely",
            } as const),
            found: "no PUT and no DELETE in this file",
            replacement: "an HTTP client that sends PUT for updates and DELETE for deletions",
          },
        ]),
    ...(limits.test(text)
      ? []
      : [
          {
            ...({
              type: "limit",
              file,
              line: calls[0]?.line ?? 1,
              point: 9,
              breaks: false,
              grade: "look",
            } as const),
            found: "nothing about rate limits in this file",
            replacement: "on 429, wait as long as Retry-After says; every answer has RateLimit-* headers",
          },
        ]),
    ...pages
      .filter((line) => isNear.has(line))
      .map((line) => ({
        ...({ type: "page_size", file, line, point: 7, breaks: true, grade: "likely" } as const),
        found: "20 objects a page",
        replacement: "100 objects a page, or the page_size that is sent",
      })),
  ];
}
