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
export function withoutComments(file: string, text: string): string {
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
