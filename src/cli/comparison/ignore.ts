import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative } from "node:path";
import { capitalized } from "../../provider/text";
import { groupedBy } from "../../service/groups";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { foldCase, hasWildcard, matches } from "../../service/wildcards";
import { type NamedObject, resourceOf } from "../account/names";
import { inputFile, inputText, type Quoter, quoter } from "../input";
import { printable } from "../output/terminal";
import { firstOf, type Note } from "../output/text";
import type { Finding } from "./finding";

/** One line of an ignore file: the objects that it matches, and one attribute unless it ignores all findings. */
export type IgnoreRule = ReturnType<typeof readRule>;

type Ignorable = NamedObject & { readonly address?: string };

/** Bytes of an ignore file: anyone who opens a pull request can bring one. */
const maxFileSize = 1_000_000;
/** Invalid rules that an error names. */
const maxErrors = 20;
/** Each of these is compared with every object; rules without wildcards are found by name. */
const maxWildcardRules = 1_000;

/**
 * Reads an ignore file: a rule on each line, a kind and a pattern, as in `host *.lab.example.com`. `host.tags *` means an
 * attribute alone, `*` any kind; a pattern with spaces stands in double quotes; what follows `#` is a comment.
 * @param file its name, for errors
 * @throws Error that names file and line of each rule that cannot be read
 */
export function readIgnoreRules(file: string, text: string): IgnoreRule[] {
  const wrong: string[] = [];
  const quote = quoter();
  const rules = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (/^\s*(#|$)/.test(line)) return [];
      const place = `${file}:${index + 1}`;
      try {
        return [readRule(place, line.trim(), quote)];
      } catch (error) {
        wrong.push(`${place}: ${(error as Error).message}`);
        return [];
      }
    });
  if (wrong.length > 0) throw new Error(firstOf(wrong, maxErrors).join("\n"));
  if (rules.filter(isWild).length > maxWildcardRules)
    throw new Error(`${file} has more than ${maxWildcardRules} rules with * or ?. Join some of them.`);
  return rules;
}

const form = 'a kind and a pattern, as in `host *.lab.example.com` or `contact_group "Night shift"`';

/** @param place the position of the line, as `.rblmonitorignore:3` */
function readRule(place: string, line: string, quote: Quoter) {
  const [, subject = "", quoted, bare] =
    /^(\S+)\s+(?:("(?:[^"\\]|\\["\\])*")|([^\s"#]\S*))(?:\s+#.*)?$/.exec(line) ?? [];
  const pattern = quoted === undefined ? bare : quoted.slice(1, -1).replace(/\\(["\\])/g, "$1");
  if (pattern === undefined) throw new Error(`A rule is ${form}.`);
  const [, kind = "", attribute] = /^([^.]*)(?:\.(.*))?$/.exec(subject) ?? [];
  if (!isKindOrAny(kind)) {
    throw new Error(`Unknown kind "${quote(kind)}". Kinds: ${kindNames.join(", ")}, and * for all.`);
  }
  if (attribute !== undefined) assertAttribute(kind, attribute, quote);
  // Letter case does not matter in names of objects.
  return { place, text: line, kind, attribute, pattern: foldCase(pattern) };
}

function isWild({ pattern }: IgnoreRule): boolean {
  return pattern.some(hasWildcard);
}

/** Returns a function that finds the rules for an object: those that match its SID, natural key, label or address. */
export function ruleFinder(rules: readonly IgnoreRule[]): (object: Ignorable) => IgnoreRule[] {
  // NUL separates characters that become several in folded letter case.
  const keyOf = (characters: readonly string[]) => characters.join("\0");
  const wild = rules.filter(isWild);
  const exact = groupedBy(
    rules.filter((rule) => !isWild(rule)),
    ({ pattern }) => keyOf(pattern),
  );
  if (rules.length === 0) return () => [];
  return ({ kind, id, key, name, address }) => {
    const isOfKind = (rule: IgnoreRule) => rule.kind === "*" || rule.kind === kind;
    const names = [id, key, name, address].filter((text) => text !== undefined).map(foldCase);
    const named = [...new Set(names.map(keyOf))].flatMap((text) => exact.get(text) ?? []);
    const isMatched = ({ pattern }: IgnoreRule) => names.some((text) => matches(pattern, text, true));
    return [...named.filter(isOfKind), ...wild.filter(isOfKind).filter(isMatched)];
  };
}

function isKindOrAny(word: string): word is Kind | "*" {
  return word === "*" || Object.hasOwn(kinds, word);
}

function assertAttribute(kind: Kind | "*", attribute: string, quote: Quoter): void {
  const searched = kind === "*" ? kindNames : [kind];
  const known = [...new Set(searched.flatMap((each) => Object.keys(resourceOf(each).attributes)))];
  if (known.includes(attribute)) return;
  const whose = kind === "*" ? "No kind" : capitalized(kinds[kind].withArticle);
  throw new Error(
    `${whose} has ${kind === "*" ? "an" : "no"} attribute "${quote(attribute)}". Attributes: ${known.join(", ")}.`,
  );
}

const usualIgnoreFile = ".rblmonitorignore";

/**
 * The rules of an ignore file; without a name those of the usual one, which need not be there.
 * @throws Error for a file that cannot be read, or that has an invalid rule
 */
export async function ignoreRules(file: string | undefined): Promise<IgnoreRule[]> {
  const name = file ?? usualIgnoreFile;
  if (file === undefined && !existsSync(name)) return [];
  // A pull request may bring a link, and its pipeline has secrets in files such as its environment.
  const isOutside = isAbsolute(name) || name.startsWith("..");
  if (await leadsOut(isOutside ? dirname(name) : ".", name))
    throw new Error(
      `The ignore file ${printable(name)} is a link that leaves its folder, so it is not read.`,
    );
  const bytes = inputFile(name, "the ignore file", maxFileSize);
  if (bytes.length > maxFileSize) throw new Error(`The ignore file ${printable(name)} has more than 1 MB.`);
  return readIgnoreRules(name, inputText(bytes, name));
}

/** Whether a file lies outside a folder, once all links are followed. A file that is missing does not. */
async function leadsOut(folder: string, file: string): Promise<boolean> {
  const target = await realpath(file).catch(() => undefined);
  if (target === undefined) return false;
  const path = relative(await realpath(folder), target);
  return isAbsolute(path) || /^\.\.(?:[/\\]|$)/.test(path);
}

/**
 * Separates the findings that the rules ignore from the others, and removes ignored attributes of changed objects.
 * `ignoredAttributes` is the number of the latter.
 */
export function ignore(rules: readonly IgnoreRule[], all: readonly Finding[]) {
  const rulesFor = ruleFinder(rules);
  const left = all.map((finding) => withoutIgnored(finding, rulesFor(finding)));
  const ignored = all.filter((_, index) => left[index] === undefined);
  const findings: readonly Finding[] = left.filter((finding) => finding !== undefined);
  const attributesIn = (some: readonly Finding[]) =>
    some.flatMap((finding) => (finding.type === "changed" ? finding.attributes : [])).length;
  const ignoredAttributes = attributesIn(all) - attributesIn(ignored) - attributesIn(findings);
  return { findings, ignored, ignoredAttributes };
}

/** The rules that match no object: the object was deleted, or the rule is misspelt. */
export function unusedRules(rules: readonly IgnoreRule[], objects: readonly Ignorable[]): Note[] {
  const used = new Set(objects.flatMap(ruleFinder(rules)));
  return rules
    .filter((rule) => !used.has(rule))
    .map(({ place, text }) => ({ text: `${place}: the rule \`${text}\` matches no object.` }));
}

function withoutIgnored(finding: Finding, rules: readonly IgnoreRule[]): Finding | undefined {
  if (rules.some(({ attribute }) => attribute === undefined)) return undefined;
  if (finding.type !== "changed") return finding;
  const ignored = new Set(rules.map(({ attribute }) => attribute));
  const attributes = finding.attributes.filter(({ name }) => !ignored.has(name));
  return attributes.length === 0 ? undefined : { ...finding, attributes };
}
