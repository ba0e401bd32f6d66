import type { FoundCall } from "./found-calls";
import type { ProgramText } from "./program-text";
import type { Finding } from "./report";

/** How programs say that they send other methods than GET and POST. */
const otherMethods =
  /["'`](?:PUT|DELETE)\b|[.>](?:put|delete)(?:_?json|Async)?\s*\(|CUSTOMREQUEST|-X\s*['"]?(?:PUT|DELETE)|--request[\s=]['"]?(?:PUT|DELETE)|Http(?:Put|Delete)|Method\.?(?:PUT|Put|DELETE|Delete)/;
const limits = /\b429\b|retry[-_]?after|rate[-_ ]?limit|TooManyRequests/i;

/** What a program as a whole lacks that version 4.0 needs (3.0, Versioning 9 and 10). */
export function wholeFileFindings(program: ProgramText, calls: readonly FoundCall[]): Finding[] {
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
