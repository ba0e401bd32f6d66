import { readFile } from "node:fs/promises";
import type { Field } from "../../service/field";
import { fields } from "../../service/fields";
import { type Kind, kindNames, kinds } from "../../service/kinds";

const page = "docs/design/api.md";

/** The heading that follows the sections of the kinds. */
const next = "### Manual check\n";

/** Writes the table of each kind's fields into its section of the page about the API, or a section for a new kind. */
export async function generateApiPage(): Promise<Map<string, string>> {
  const text = await readFile(page, "utf8");
  return new Map([[page, kindNames.reduce(withTable, text)]]);
}

function withTable(text: string, kind: Kind): string {
  const { title } = kinds[kind];
  const heading = `### ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n`;
  const begin = text.indexOf(heading);
  if (begin < 0) return text.replace(next, () => `${heading}${tableOf(kind)}\n${next}`);
  const [before, after] = [text.slice(0, begin), text.slice(begin + heading.length)];
  return before + heading + tableOf(kind) + after.replace(/^(\|.*\n)*/, "");
}

function tableOf(kind: Kind): string {
  const accepted = Object.entries<Field>(fields[kind]).filter(([, { presence }]) => presence !== "returned");
  const rows = accepted.map(([name, field]) => {
    const create = field.presence === "required" ? "required" : "optional";
    return `| \`${name}\` | ${create} | ${field.isUpdatable ? "optional" : "no"} | ${rulesOf(field)} |\n`;
  });
  return `| field | C | U | meaning and rules |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

function rulesOf({ about, rule: { words, sentence }, defaultValue }: Field): string {
  const [meaning = "", ...values] = about.split("\n- ");
  const rule =
    words === undefined ? sentence : `Valid values: ${words.map((word) => `\`${word}\``).join(", ")}.`;
  const texts = [
    meaning,
    values.length > 0 ? `${values.join("; ")}.` : rule,
    defaultValue !== undefined && `Default: \`${defaultValue}\`.`,
  ];
  return texts.filter(Boolean).join(" ");
}
