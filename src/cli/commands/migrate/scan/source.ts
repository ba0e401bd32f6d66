import { withoutComments } from "./comments";

const prose = /\.(?:mdx?|rst|adoc)$|(?:^|[/\\])(?:README|CHANGELOG|NOTES)[^/\\]*$/i;
const request = /\b(?:GET|POST|HEAD|PUT|DELETE) \S{1,2000}(?= HTTP\/\d)/;

/** A file without its comments. Prose is only to be looked at. In a log, only requests count. */
export type Source = ReturnType<typeof sourceOf>;

export function sourceOf(file: string, text: string) {
  const isLog = request.test(text.slice(0, 65_536)) && !/\.\w{1,4}$/.test(file.replace(/\.log$/, ""));
  const form = isLog ? "log" : prose.test(file) ? "prose" : "code";
  const requests = (line: string) => request.exec(line)?.[0] ?? "";
  const lines = isLog ? text.split("\n").map(requests) : withoutComments(file, text).split("\n");
  return { file, form, lines } as const;
}
