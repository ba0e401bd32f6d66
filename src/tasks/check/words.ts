import { readFile } from "node:fs/promises";
import { textFiles } from "../files";

/** A pattern that this project's language avoids, and what to write. */
interface Avoided {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The language is plain technical English (CONTRIBUTING.md). Identifiers count too: a pattern also finds parts in camel case. */
const avoided: readonly Avoided[] = [
  { pattern: words("tell|tells|telling|told|untold"), instead: "return, report, show, log or notify" },
  { pattern: words("anew"), instead: "again; Terraform recreates or replaces" },
  { pattern: /\bbesides?\b/i, instead: "next to, in addition to, with" },
  {
    pattern: /\b(?:of|among|beneath|besides?) which\b|\bwhere(?:of|upon|from)\b|\bthere(?:of|upon)\b/i,
    instead: "two sentences",
  },
  { pattern: /\b(?:lest|thus|hence|hitherto|whilst|amongst)\b/i, instead: "so, otherwise" },
  { pattern: words("nobody|somebody|oneself"), instead: "no user, another user, you; unmanaged" },
  {
    pattern:
      /\bone's own\b|(?<!\b(?:\w+st|new|this|that|no|other|each) )\bone (?:can|does|has|knows|may|needs|sees|wants)\b/i,
    instead: "you",
  },
  {
    pattern: /(?<!\bthere |\bit )\b(?:is|are|was|were) (?:no|none) (?!longer\b|more\b|one\b)\w/i,
    instead: "is not a",
  },
  { pattern: /\b(?:has|have|had|having) to be\b/i, instead: "must be" },
  { pattern: /\b(?:takes?|taken|taking|took) (?:it |them )?over\b/i, instead: "import, adopt" },
  {
    pattern: /\bma(?:kes?|king|de) a new (?:host|contact|group|profile|source|monitor|object)\b/i,
    instead: "forces replacement",
  },
  { pattern: /\bspoken\b|\bspeaks? (?:version|3\.0|4\.0|both)\b/i, instead: "with API version" },
  {
    pattern: /\bin the service's (?:own )?words\b|\bas the service has it\b/i,
    instead: "as returned by the API",
  },
  { pattern: /\bUnset: |\bneeded (?:is|are)\b/i, instead: "If omitted, …; requires" },
  {
    pattern: /\b(?:all the same|nothing but|but for|at its word|so many of)\b/i,
    instead: "anyway; only; except",
  },
  { pattern: /\bstands? for\b/i, instead: "represents; manages" },
  {
    pattern: /\b(?:is|are|was|were|be|been|being) (?:un)?asked\b(?! to stop)/i,
    instead: "requested, queried, read",
  },
  {
    pattern: /\b(?:what|that which) (?:there is|there are|nobody|cannot|does not|do not)\b/i,
    instead: "a noun: unmanaged objects",
  },
  {
    pattern: /\b(?:behind Terraform's back|by the way it|were it|be it|should it)\b/i,
    instead: "outside Terraform; if it",
  },
];

/** The allowed places: this table and its test, and the API reference of the constructs, which is generated from code that is checked and from other libraries. */
const exempt = /check\/words\.(?:test\.)?ts$|docs\/constructs\//;

function words(list: string): RegExp {
  const capital = list.replace(/(^|\|)(\w)/g, (_, bar: string, letter: string) => bar + letter.toUpperCase());
  return new RegExp(`\\b(?:${list}|${capital})(?=\\b|[A-Z])|(?<=[a-z])(?:${capital})(?=\\b|[A-Z])`);
}

/** The avoided words in pages and code: a line each, nothing if there are none. */
export async function avoidedWords(root = "."): Promise<string> {
  const found = await Promise.all(
    (await textFiles(root)).map(async (file) => {
      if (exempt.test(file)) return [];
      const lines = (await readFile(file, "utf8")).split("\n");
      return lines.flatMap((line, index) => avoidedIn(line).map((text) => `${file}:${index + 1}: ${text}`));
    }),
  );
  return found.flat().join("\n");
}

function avoidedIn(line: string): readonly string[] {
  return avoided.flatMap(({ pattern, instead }) => {
    const [word] = pattern.exec(line) ?? [];
    return word === undefined ? [] : [`"${word}": ${instead}`];
  });
}
