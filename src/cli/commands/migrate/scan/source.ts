import { groupedBy } from "../../../../service/groups";
import { withoutComments } from "./comments";

const prose = /\.(?:mdx?|rst|adoc)$|(?:^|[/\\])(?:README|CHANGELOG|NOTES)[^/\\]*$/i;
/** A request in a log, up to its query. */
const request = /\b(?:GET|POST|HEAD|PUT|DELETE) [^\s?]{1,2000}(?=(?:\?\S{0,2000})? HTTP\/\d)/;

/** A file without its comments. Prose is only to be looked at. Of a log, the different requests, with the places of each. */
export type Source = ReturnType<typeof sourceOf>;

export function sourceOf(file: string, text: string) {
  const head = text.slice(0, 65_536).split("\n");
  const form = prose.test(file) ? "prose" : "code";
  const enough = /\.(?!log$)\w{1,4}$/.test(file) ? head.length / 2 : 1;
  if (head.filter((line) => request.test(line)).length < enough)
    return { file, form, lines: withoutComments(file, text).split("\n") } as const;
  // It makes no difference whose SID it is.
  const requestIn = (line: string) =>
    request.exec(line)?.[0].replace(/(?<=[A-Z]{2})[\da-f]{32}/gi, "0".repeat(32)) ?? "";
  const same = groupedBy(text.split("\n").entries(), ([, line]) => requestIn(line));
  const places = [...same.values()].map((lines) => lines.map(([index]) => index + 1));
  return { file, form: "log", lines: [...same.keys()], places } as const;
}
