import { groupedBy } from "../../../../service/groups";

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

const hash = String.raw`(?<![^\s;(){}])#(?!\{|\[)`;
const slashes = String.raw`(?<![:\\"'\`/\w])\/\/`;

/** Comments, by the endings of files: what begins one to the end of its line, and pairs of marks around others. */
const forms: readonly (readonly [endings: RegExp, line: string, ...blocks: string[]])[] = [
  [/^(?:md|rst|adoc|txt|json|ipynb|[ct]sv)$/, ""],
  [/^(?:sql|lua|hs|elm|adb)$/, "--", "--[[ ]]", "/* */"],
  [/^(?:vbs?|bas|cls|frm)$/, "'"],
  [/^(?:cmd|bat)$/, String.raw`(?<=^[ \t@]{0,20})(?:::|rem\b)`],
  [/^(?:php|phtml|inc|tf|hcl|nix)$/, `${slashes}|${hash}`, "/* */", "<!-- -->"],
  [/^(?:x?html?|xml|vue|svelte|ejs|erb|jsp|as[cp]x|cshtml|twig|tpl)$/, slashes, "/* */", "<!-- -->", "{* *}"],
  [/^(?:[ch]|cc|[ch]pp|cs|java|kts?|scala|groovy|gradle|Jenkinsfile|go|rs|swift|dart)$/, slashes, "/* */"],
  [/^(?:[mc]?[jt]sx?|s?css|less|jsonc|json5|proto|gs|pas)$/, slashes, "/* */"],
  [/^(?:py|exs?|jl)$/, hash, '""" """', "''' '''"],
  [/^(?:p[lm]|rb|rake|t)$/, hash, "\n=begin \n=end", "\n=head \n=cut", "\n=pod \n=cut"],
  [/^ps[dm]?1$/, hash, "<# #>"],
  [/^/, hash],
];
const string = String.raw`(["'\`])(?:\\.|(?!\2)[^\\\n]){0,400}\2`;

/** The text with blanks in place of its comments, so that each line keeps its number. */
function withoutComments(file: string, text: string): string {
  const ending = /\w*$/.exec(file)?.[0] ?? "";
  const [, line = hash, ...blocks] = forms.find(([endings]) => endings.test(ending)) ?? [];
  if (line === "") return text;
  const closes = new Map(blocks.map((pair) => pair.split(" ") as [string, string]));
  const opens = [...closes.keys()].map((open) => open.replace(/[^\w\n]/g, String.raw`\$&`));
  const marks = new RegExp(`(${[...opens, line].join("|")})|${string}`, "gim");
  const kept: string[] = [];
  let from = 0;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const { index, 1: open } = match;
    if (open === undefined) continue;
    const close = closes.get(open) ?? "\n";
    const closing = text.indexOf(close, marks.lastIndex);
    // A mark that is not closed once is none: its end is not looked for again.
    if (closing < 0 && close !== "\n") closes.delete(open);
    else marks.lastIndex = closing < 0 ? text.length : closing + close.length;
    // Within a line, three quotes begin a text.
    const before = text.slice(Math.max(0, index - 80), index);
    if (/["']{3}/.test(open) && !/(?:^|\n|@\w{0,10}doc)[ \t]{0,60}$/.test(before)) continue;
    kept.push(text.slice(from, index), text.slice(index, marks.lastIndex).replace(/[^\n]/g, " "));
    from = marks.lastIndex;
  }
  return kept.join("") + text.slice(from);
}
