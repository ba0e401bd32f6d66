import { type Kind, kinds } from "../../../service/kinds";
import { kindNames } from "../../account/kinds";
import { type NamedObject, tableOf } from "../../account/names";
import { globOf } from "../../glob";

/** One line of an ignore file: which objects it means, and which of their attributes if not all that is found of them. */
export interface IgnoreRule {
  /** Where it stands, as `.rblmonitorignore:3`. */
  readonly place: string;
  readonly text: string;
  readonly kind: Kind | "*";
  readonly attribute: string | undefined;
  /** Whether an object is meant by one of its names: its SID, what people know it by, its label, its address. */
  means(object: NamedObject & { readonly address?: string }): boolean;
}

/**
 * Reads an ignore file: a rule on each line, a kind and a pattern, as in `host *.lab.example.com`. `host.tags *` means an
 * attribute alone, `*` any kind; a pattern with spaces stands in double quotes; what follows `#` is a comment.
 * @param file its name, for errors
 * @throws Error that names file and line of each rule that cannot be read
 */
export function readIgnoreRules(file: string, text: string): IgnoreRule[] {
  const wrong: string[] = [];
  const rules = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (/^\s*(#|$)/.test(line)) return [];
      const place = `${file}:${index + 1}`;
      try {
        return [readRule(place, line.trim())];
      } catch (error) {
        wrong.push(`${place}: ${(error as Error).message}`);
        return [];
      }
    });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return rules;
}

const form = 'a kind and a pattern, as in `host *.lab.example.com` or `contact_group "Night shift"`';

function readRule(place: string, line: string): IgnoreRule {
  const [, subject = "", quoted, bare] =
    /^(\S+)\s+(?:("(?:[^"\\]|\\["\\])*")|([^\s"#]\S*))(?:\s+#.*)?$/.exec(line) ?? [];
  const pattern = quoted === undefined ? bare : quoted.slice(1, -1).replace(/\\(["\\])/g, "$1");
  if (pattern === undefined) throw new Error(`A rule is ${form}.`);
  const dot = subject.indexOf(".");
  const [kind, attribute] = dot < 0 ? [subject] : [subject.slice(0, dot), subject.slice(dot + 1)];
  if (!isKindOrAny(kind)) {
    throw new Error(
      `There is no kind ${JSON.stringify(kind)}. Kinds: ${kindNames.join(", ")}, and * for all.`,
    );
  }
  if (attribute !== undefined) assertAttribute(kind, attribute);
  const isMeant = globOf(pattern);
  return {
    ...{ place, text: line, kind, attribute },
    means: (object) =>
      (kind === "*" || kind === object.kind) &&
      [object.id, object.key, object.name, object.address].some(
        (name) => name !== undefined && isMeant(name),
      ),
  };
}

function isKindOrAny(word: string): word is Kind | "*" {
  return word === "*" || Object.hasOwn(kinds, word);
}

function assertAttribute(kind: Kind | "*", attribute: string): void {
  const meant = kind === "*" ? kindNames : [kind];
  const known = [...new Set(meant.flatMap((each) => Object.keys(tableOf(each).attributes)))];
  if (known.includes(attribute)) return;
  const whose = kind === "*" ? "No kind" : `A ${kinds[kind].title}`;
  throw new Error(
    `${whose} has ${kind === "*" ? "an" : "no"} attribute ${JSON.stringify(attribute)}. Attributes: ${known.join(", ")}.`,
  );
}
