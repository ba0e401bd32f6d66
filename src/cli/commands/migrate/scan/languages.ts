import { basename } from "node:path";

/** A form of string literal. */
interface StringForm {
  /** What opens it. The first group is what closes it, unless `close` says otherwise. */
  readonly open: string;
  readonly close?: string;
  /** The character before which a quote does not close the literal; doubled quotes never do where it is undefined. */
  readonly escape?: "\\" | "`";
  /** What begins code within it, and what ends that code. */
  readonly code?: readonly (readonly [string, string])[];
  /** Whether it may go over several lines. */
  readonly multiline?: true;
}

/** The syntax of a family of languages, as far as needed to distinguish texts, code and comments. */
export interface Syntax {
  /** What begins a comment that ends with its line. */
  readonly lineComment?: string;
  readonly blockComments?: readonly (readonly [string, string])[];
  readonly strings: readonly StringForm[];
  /** Operators that join texts. */
  readonly joins: readonly string[];
  /** Whether texts in a row are one. */
  readonly joinsAdjacent?: true;
  /** What opens a text that ends with a line of its own, whose group is the word of that line. */
  readonly heredoc?: string;
  /** Whether `/…/` may be a regular expression, which may have quotes. */
  readonly hasRegExps?: true;
  /** Whether a word before `=>` is a text, and the arrow but a comma. */
  readonly quotesKeys?: true;
  /** Whether words without quotes are texts, as in a shell. */
  readonly isBare?: true;
  /** Whether it is a program, rather than a document, a log or settings. */
  readonly isProgram?: true;
  /** Whether it is prose: calls in it do not count. */
  readonly isDocument?: true;
  /** What begins and ends code within a page, and its syntax; all else is bare text. */
  readonly island?: { readonly open: string; readonly close: string; readonly syntax: Syntax };
}

const braces = [["{", "}"]] as const;
const dollarBraces = [["${", "}"]] as const;
const hashBraces = [["#{", "}"]] as const;
const jinja = [["{{", "}}"]] as const;

const double: StringForm = { open: `(")`, escape: "\\" };
const single: StringForm = { open: `(')`, escape: "\\" };
const tripled: StringForm = { open: `(""")`, escape: "\\", multiline: true };
const character: StringForm = { open: String.raw`(')(?=\\?.')`, escape: "\\" };
const cComments = [["/*", "*/"]] as const;
const hash = String.raw`(?<![^\s;(){}])#`;

const cLike: Syntax = {
  lineComment: "//",
  blockComments: cComments,
  strings: [tripled, double, character],
  joins: ["+"],
  joinsAdjacent: true,
  isProgram: true,
};
const javaScript: Syntax = {
  ...cLike,
  strings: [double, single, { open: "(`)", escape: "\\", code: dollarBraces, multiline: true }],
  hasRegExps: true,
};
const python: Syntax = {
  lineComment: "#",
  strings: [
    { open: `(?:[fF][rR]?|[rR][fF])("""|''')`, escape: "\\", code: braces, multiline: true },
    { open: `(?:[fF][rR]?|[rR][fF])("|')`, escape: "\\", code: braces },
    { open: `[rRbBuU]{0,2}("""|''')`, escape: "\\", multiline: true },
    { open: `[rRbBuU]{0,2}("|')`, escape: "\\" },
  ],
  joins: ["+"],
  joinsAdjacent: true,
  isProgram: true,
};
const ruby: Syntax = {
  lineComment: String.raw`#(?!\{)`,
  blockComments: [["\n=begin", "\n=end"]],
  strings: [
    { open: `(")`, escape: "\\", code: hashBraces, multiline: true },
    { open: `(\`)`, escape: "\\", code: hashBraces },
    { open: String.raw`%[wWiI]?\(`, close: ")", escape: "\\", code: hashBraces, multiline: true },
    { open: String.raw`%[wWiI]?\[`, close: "]", escape: "\\", code: hashBraces, multiline: true },
    { open: String.raw`%[qQwWiI]?\{`, close: "}", escape: "\\", code: hashBraces, multiline: true },
    { ...single, multiline: true },
  ],
  joins: ["+", "<<"],
  joinsAdjacent: true,
  heredoc: String.raw`<<[~-]?["']?([A-Z]\w*)["']?`,
  hasRegExps: true,
  isProgram: true,
};
const perl: Syntax = {
  lineComment: String.raw`(?<![$\\{])#`,
  blockComments: [
    ["\n=head", "\n=cut"],
    ["\n=pod", "\n=cut"],
  ],
  strings: [
    { open: `(")`, escape: "\\", code: [["@{[", "]}"]], multiline: true },
    { ...single, multiline: true },
    { open: String.raw`\bq[qw]?\{`, close: "}", escape: "\\", multiline: true },
    { open: String.raw`\bq[qw]?\(`, close: ")", escape: "\\", multiline: true },
    { open: String.raw`\b(?:m|qr|s|tr|y)\{`, close: "}", escape: "\\" },
    { open: String.raw`\bq[qw]?(\/|\|)`, escape: "\\", multiline: true },
  ],
  joins: ["."],
  quotesKeys: true,
  heredoc: String.raw`<<[~]?["']?([A-Z]\w*)["']?`,
  hasRegExps: true,
  isProgram: true,
};
const phpCode: Syntax = {
  lineComment: String.raw`(?:\/\/|#(?!\[))`,
  blockComments: cComments,
  strings: [
    { open: `(")`, escape: "\\", multiline: true },
    { ...single, multiline: true },
  ],
  joins: ["."],
  heredoc: String.raw`<<<\s?["']?([A-Za-z]\w*)["']?`,
  isProgram: true,
};
const shell: Syntax = {
  lineComment: hash,
  strings: [
    { open: `(")`, escape: "\\", code: [["$(", ")"]], multiline: true },
    { open: String.raw`(?<!\\)(')`, multiline: true },
  ],
  joins: [],
  heredoc: String.raw`<<-?\s?["']?([A-Za-z_]\w*)["']?`,
  isBare: true,
  isProgram: true,
};
/** Text of no known form: quotes that begin behind no letter, and any operator that some language has. */
const plain: Syntax = {
  strings: [
    { open: String.raw`(?<![\w\\])(["'\`])`, escape: "\\", code: jinja },
    { open: `(")`, escape: "\\", code: jinja },
  ],
  joins: ["+", ".", "..", "~", "&"],
  isBare: true,
};
const settings: Syntax = { ...plain, lineComment: String.raw`(?<![^\s])[#;]` };
const yaml: Syntax = { ...plain, lineComment: String.raw`(?<![^\s])#` };
const document: Syntax = { ...plain, isDocument: true };
const page: Syntax = {
  ...plain,
  strings: [],
  blockComments: [["<!--", "-->"]],
  island: { open: "<script[^>]{0,200}>", close: "</script", syntax: javaScript },
};
const cSharp: Syntax = {
  ...cLike,
  strings: [
    { open: `(?:\\$@|@\\$)(")`, code: braces, multiline: true },
    { open: `\\$(""")`, code: braces, multiline: true },
    { open: `\\$(")`, escape: "\\", code: braces },
    { open: `@(")`, multiline: true },
    ...cLike.strings,
  ],
};

/** The families by the endings of names. */
const families: readonly (readonly [RegExp, Syntax])[] = [
  [/\.(?:m?[jt]sx?|c[jt]s|vue|svelte|dart|coffee)$/, javaScript],
  [
    /\.(?:php\d?|phtml|inc|module|ctp)$/,
    { ...page, island: { open: "<\\?(?:php|=)?", close: "?>", syntax: phpCode }, isProgram: true },
  ],
  [
    /\.(?:erb|ejs|jsp|asp|aspx|cshtml)$/,
    { ...page, island: { open: "<%[-=#]?", close: "%>", syntax: javaScript } },
  ],
  [/\.(?:html?|xhtml|twig|tpl|hbs|mustache|xml|svg)$/, page],
  [/\.(?:pyw?|pyi)$/, python],
  [/(?:\.(?:rb|rake|gemspec|ru|cr)|Rakefile|Gemfile)$/, ruby],
  [
    /\.(?:exs?|eex|heex)$/,
    {
      ...ruby,
      strings: [{ ...tripled, code: hashBraces }, ...ruby.strings],
      joins: ["<>"],
    },
  ],
  [/\.(?:p[lm]|t|cgi)$/, perl],
  [/\.go$/, { ...cLike, strings: [double, { open: "(`)", multiline: true }, character] }],
  [/\.(?:cs|csx)$/, cSharp],
  [
    /\.(?:kts?|scala|sc|gradle|groovy|swift)$|Jenkinsfile/,
    {
      ...cLike,
      strings: [
        { ...single, open: `(''')`, multiline: true },
        { ...tripled, code: [...dollarBraces, ["\\(", ")"]] },
        { open: `[a-z]{0,4}(")`, escape: "\\", code: [...dollarBraces, ["\\(", ")"]] },
        single,
      ],
    },
  ],
  [/\.(?:java|c|h|cc|cpp|cxx|hpp|m|mm)$/, cLike],
  [
    /\.rs$/,
    {
      ...cLike,
      strings: [{ open: `b?r#(")`, close: `"#`, multiline: true }, { ...double, multiline: true }, character],
    },
  ],
  [
    /\.(?:tf|hcl|nomad)$/,
    {
      ...cLike,
      lineComment: "(?:#|//)",
      strings: [{ open: `(")`, escape: "\\", code: dollarBraces }],
      heredoc: String.raw`<<[~-]?([A-Z]\w*)`,
    },
  ],
  [
    /\.(?:ps1|psm1|psd1)$/,
    {
      lineComment: "#",
      blockComments: [["<#", "#>"]],
      strings: [
        { open: `@"`, close: `"@`, multiline: true, code: [["$(", ")"]] },
        { open: `@'`, close: `'@`, multiline: true },
        { open: `(")`, escape: "`", code: [["$(", ")"]], multiline: true },
        { open: `(')`, multiline: true },
      ],
      joins: ["+"],
      isProgram: true,
    },
  ],
  [
    /\.lua$/,
    {
      lineComment: String.raw`--(?!\[\[)`,
      blockComments: [["--[[", "]]"]],
      strings: [double, single, { open: String.raw`\[\[`, close: "]]", multiline: true }],
      joins: [".."],
      isProgram: true,
    },
  ],
  [
    /\.(?:vbs?|bas|cls|frm)$/i,
    { lineComment: "'", strings: [{ open: `\\$?(")` }], joins: ["&", "+"], isProgram: true },
  ],
  [/\.sql$/, { ...plain, lineComment: "--(?=\\s)", blockComments: cComments, joins: ["||", "+"] }],
  [/\.(?:json|json5|jsonc|har|ipynb|hjson)$/, { strings: [double], joins: [], blockComments: cComments }],
  [/\.(?:ya?ml|toml)$/, yaml],
  [/\.(?:ini|cfg|conf|cnf|properties|env|rc|desktop|service|timer)$|(?:^|\/)\.[\w.]*env[\w.]*$/, settings],
  [
    /\.(?:sh|bash|zsh|ksh|fish|mk|mak)$|(?:^|\/)(?:[\w.]*makefile|dockerfile|containerfile|crontab)[\w.-]*$|cron$/i,
    shell,
  ],
  [/\.(?:bat|cmd)$/i, { ...plain, lineComment: String.raw`(?<=^|\n)[ \t]*(?:rem\b|::)`, isProgram: true }],
  [/\.(?:r|jl|nim|tcl|awk)$/i, { ...python, strings: [double, single] }],
  [/\.(?:md|markdown|rst|adoc|texi?|textile|org|wiki)$|(?:^|\/)(?:readme|changelog|todo)[\w.]*$/i, document],
];

/** The interpreters that a first line may name. */
const interpreters: readonly (readonly [RegExp, string])[] = [
  [/python/, ".py"],
  [/perl/, ".pl"],
  [/ruby/, ".rb"],
  [/node|deno|bun/, ".js"],
  [/php/, ".php"],
  [/pwsh|powershell/, ".ps1"],
  [/lua/, ".lua"],
  [/groovy/, ".groovy"],
  [/sh\b/, ".sh"],
];

/** The syntax of a file, by its name and its first line; that of plain text for one of no known form. */
export function syntaxOf(file: string, text: string): Syntax {
  const [first = ""] = text.slice(0, 200).split("\n", 1);
  const named = first.startsWith("#!") && interpreters.find(([program]) => program.test(first))?.[1];
  const name = named || basename(file).replace(/\.(?:dist|example|sample|bak|orig|old|j2|in|tmpl)$/i, "");
  if (!/\.(?:php\d?|phtml|inc|module|ctp)$/.test(name) && /<\?php/.test(first))
    return syntaxOf("x.php", first);
  if (/\.(?:php\d?|inc)$/.test(name) && !text.includes("<?")) return phpCode;
  return families.find(([ending]) => ending.test(name))?.[1] ?? plain;
}

/** Text of no known form, which also texts within programs have. */
export const bareSyntax: Syntax = plain;
export const shellSyntax: Syntax = shell;
/** Code in no known language. */
export const anySyntax: Syntax = { strings: [double, single, { open: "(`)", escape: "\\" }], joins: [] };
