import { extname } from "node:path";
import { flagPatterns } from "./flag-patterns";
import { type FoundCall, foundCalls } from "./found-calls";
import { answerPatterns, baseUrlPattern, type Demand, eventPatterns, type FieldPattern } from "./patterns";
import type { ProgramText } from "./program-text";
import { foundParameters, isListing, legacyText, replacementText } from "./replacement";
import type { Finding } from "./report";

/** What was found in a file, before it is known what else there is of the service. */
export interface FileFindings {
  readonly file: string;
  /** Findings, and what each needs beside it to count. */
  readonly findings: readonly { readonly finding: Finding; readonly demand: Demand }[];
  /** Whether the file is certainly about the service, of whichever version. */
  readonly isOwn: boolean;
  /** Whether it is certainly about version 3.0. */
  readonly isLegacy: boolean;
}

/** Fields and words that no other service is known to have; two of them make a file this service's. */
const ownNames =
  /(?<!\w)(?:rbl_profile|total_rbl_profiles|total_contact_groups|listed_details|listed_period|listed_count|(?:HT|RP|RB|CO|CG)[0-9a-fA-F]{32})(?!\w)/g;

/** Those of them that version 4.0 does not have. */
const legacyNames = /(?<!\w)(?:rbl_profile|total_rbl_profiles|total_contact_groups)(?!\w)/;

/** Everything in a file that may be of version 3.0. */
export function fileFindings(text: ProgramText, legacyBaseUrl: string | undefined): FileFindings {
  const calls = foundCalls(text);
  const isOwn =
    calls.some(({ likeness }) => likeness === "own") ||
    new Set(calls.filter(({ likeness }) => likeness === "likely").map(({ call }) => call)).size > 1 ||
    new Set(text.text.match(ownNames)).size > 1;
  // What needs evidence beside it is looked at as a call only if there is some.
  const certain = calls.filter(({ likeness }) => isOwn || likeness !== "possible");
  const endpoints = endpointFindings(text, certain);
  const isTold = ({ line, found }: Finding) =>
    endpoints.some(({ parameters = [] }) =>
      parameters.some((one) => one.line === line && one.name === found),
    );
  const patterns = [baseUrlPattern(legacyBaseUrl), ...answerPatterns, ...flagPatterns, ...eventPatterns];
  return {
    file: text.file,
    isOwn,
    isLegacy: certain.some(({ likeness }) => likeness !== "possible") || legacyNames.test(text.text),
    findings: [...endpoints, ...pageSizeFindings(text, certain), ...wholeFileFindings(text, certain)]
      .map((finding): FileFindings["findings"][number] => ({ finding, demand: "own" }))
      .concat(patterns.flatMap((pattern) => patternFindings(text, pattern, certain)))
      .filter(({ finding }) => finding.type !== "parameter" || !isTold(finding)),
  };
}

function endpointFindings(text: ProgramText, calls: readonly FoundCall[]): Finding[] {
  const parameters = foundParameters(text, calls);
  return calls.map((found) => ({
    ...{ type: "endpoint", file: text.file, line: found.line, point: 2, breaks: true },
    found: legacyText(found.call),
    replacement: replacementText(found.call),
    operation: found.call.name,
    parameters: parameters.get(found) ?? [],
  }));
}

function patternFindings(
  { file, joined, lines, text }: ProgramText,
  pattern: FieldPattern,
  calls: readonly FoundCall[],
): FileFindings["findings"][number][] {
  const { breaks = () => true, demand, expression, found, isJoined, point, replacement, type } = pattern;
  const logged = new Set(calls.filter(({ isLogged }) => isLogged).map(({ line }) => line));
  return [...(isJoined ? joined : text).matchAll(expression)].flatMap(({ index, groups = {} }) => {
    const words = found(groups);
    const line = lines.at(index);
    // The line of a log tells a call, and no more.
    if (words === undefined || logged.has(line)) return [];
    return [
      {
        finding: {
          type,
          file,
          line,
          found: words,
          replacement,
          point,
          breaks: breaks(groups, extname(file)),
        },
        demand: typeof demand === "function" ? demand(groups) : demand,
      },
    ];
  });
}

/** How programs say that they send other methods than GET and POST. */
const otherMethods =
  /["'`](?:PUT|DELETE)\b|[.>](?:put|delete)(?:_?json|Async)?\s*\(|CUSTOMREQUEST|-X\s*['"]?(?:PUT|DELETE)|--request[\s=]['"]?(?:PUT|DELETE)|Http(?:Put|Delete)|Method\.?(?:PUT|Put|DELETE|Delete)/;
const limits = /\b429\b|retry[-_]?after|rate[-_ ]?limit|TooManyRequests/i;

/** What a program as a whole lacks that version 4.0 needs (3.0, Versioning 9 and 10). */
function wholeFileFindings(program: ProgramText, calls: readonly FoundCall[]): Finding[] {
  const { file, text } = program;
  const made = calls.filter(({ isLogged }) => !isLogged);
  const [first] = made;
  if (first === undefined) return [];
  const change = made.find(({ call }) => call.current.method === "PUT" || call.current.method === "DELETE");
  const lacksMethods = change !== undefined && !otherMethods.test(text);
  return [
    ...(lacksMethods
      ? [
          {
            ...({ type: "method", file, line: change.line, point: 10, breaks: true } as const),
            found: "no PUT and no DELETE in this file",
            replacement: "an HTTP client that sends PUT for updates and DELETE for deletions",
          },
        ]
      : []),
    ...(limits.test(text)
      ? []
      : [
          {
            ...({ type: "limit", file, line: first.line, point: 9, breaks: false } as const),
            found: "nothing about rate limits in this file",
            replacement: "on 429, wait as long as Retry-After says; every answer has RateLimit-* headers",
          },
        ]),
  ];
}

/** How many lines from the call of a list its pages are counted. */
const pageReach = 15;

const twenty =
  /(?:%|\/(?!\/)|\*|<=?|>=?|===?|!==?|-lt\b|-le\b|-gt\b|-ge\b|-eq\b|-ne\b)\s*20\b(?![.%\w])|(?<![\w.])20\s*(?:%|\*|<=?|>=?|===?|!==?)(?!\w)/g;

/** Programs that reckon with 20 objects on a page, which are 100 unless page_size is sent (3.0, Versioning 7). */
function pageSizeFindings({ file, text, lines }: ProgramText, calls: readonly FoundCall[]): Finding[] {
  const lists = calls.filter(({ call, isLogged }) => isListing(call) && !isLogged);
  if (lists.length === 0) return [];
  return [...text.matchAll(twenty)]
    .map(({ index }) => lines.at(index))
    .filter((line) => lists.some((list) => Math.abs(list.line - line) <= pageReach))
    .map((line) => ({
      ...{ type: "page_size", file, line, point: 7, breaks: true },
      found: "20 objects a page",
      replacement: "100 objects a page, or the page_size that is sent",
    }));
}
