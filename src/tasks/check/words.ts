import { readFile } from "node:fs/promises";
import { textFiles } from "../files";

/**
 * Patterns that this project's language avoids, by what to write in their place. The language is plain technical English
 * (CONTRIBUTING.md). Identifiers count too: a pattern also finds parts in camel case.
 */
const avoided: Readonly<Record<string, RegExp>> = {
  "return, report, show, log or notify": words("tell|tells|telling|told|untold"),
  "again; Terraform recreates or replaces": words("anew"),
  "next to, in addition to, with": /\bbesides?\b/i,
  "two sentences": /\b(?:of|among|beneath|besides?) which\b|\bwhere(?:of|upon|from)\b|\bthere(?:of|upon)\b/i,
  "so, otherwise": /\b(?:lest|thus|hence|hitherto|whilst|amongst)\b/i,
  "no user, another user, you; unmanaged": words("nobody|somebody|oneself"),
  you: /\bone's own\b|(?<!\b(?:\w+st|new|this|that|no|other|each) )\bone (?:can|does|has|knows|may|needs|sees|wants)\b/i,
  "is not a": /(?<!\bthere |\bit )\b(?:is|are|was|were) (?:no|none) (?!longer\b|more\b|one\b)\w/i,
  "must be": /\b(?:has|have|had|having) to be\b/i,
  "import, adopt": /\b(?:takes?|taken|taking|took) (?:it |them )?over\b/i,
  "forces replacement": /\bma(?:kes?|king|de) a new (?:host|contact|group|profile|source|monitor|object)\b/i,
  "with API version": /\bspoken\b|\bspeaks? (?:version|3\.0|4\.0|both)\b/i,
  "as returned by the API": /\bin the service's (?:own )?words\b|\bas the service has it\b/i,
  "If omitted, …; requires": /\bUnset: |\bneeded (?:is|are)\b/i,
  "anyway; only; except": /\b(?:all the same|nothing but|but for|at its word|so many of)\b/i,
  "represents; manages": /\bstands? for\b/i,
  "requested, queried, read": /\b(?:is|are|was|were|be|been|being) (?:un)?asked\b(?! to stop)/i,
  "a noun: unmanaged objects":
    /\b(?:what|that which) (?:there is|there are|nobody|cannot|does not|do not)\b/i,
  "outside Terraform; if it": /\b(?:behind Terraform's back|by the way it|were it|be it|should it)\b/i,
};

/** This table and its test, and the reference of the constructs, which is generated from code that is checked. */
const exempt = /check\/words\.(?:test\.)?ts$|docs\/constructs\//;

function words(list: string): RegExp {
  const capital = list.replace(/(^|\|)(\w)/g, (_, bar: string, letter: string) => bar + letter.toUpperCase());
  return new RegExp(`\\b(?:${list}|${capital})(?=\\b|[A-Z])|(?<=[a-z])(?:${capital})(?=\\b|[A-Z])`);
}

/** The avoided words in pages and code: a line each, nothing if there are none. */
export async function avoidedWords(root = "."): Promise<string> {
  const files = (await textFiles(root)).filter((file) => !exempt.test(file));
  return (await Promise.all(files.map(avoidedOf))).flat().join("\n");
}

async function avoidedOf(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) =>
    Object.entries(avoided).flatMap(([instead, pattern]) => {
      const [word] = pattern.exec(line) ?? [];
      return word === undefined ? [] : [`${file}:${index + 1}: "${word}": ${instead}`];
    }),
  );
}
