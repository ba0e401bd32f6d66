import { readFile } from "node:fs/promises";
import { settingTable } from "../../emulator/settings";
import { type LegacyCall, legacyCalls } from "../../legacy/calls";
import { changeOf, parametersOf, remarkOf } from "../../legacy/changes";
import type { Field } from "../../service/field";
import { fields } from "../../service/fields";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { experiments } from "../probe/experiments";

/** The pages with generated tables, and what renews the tables of each. */
const pages: Readonly<Record<string, (text: string) => string>> = {
  "docs/design/api.md": (text) => kindNames.reduce(withFields, text),
  "docs/design/open-points.md": withExperiments,
  "docs/guides/operations-of-3.0.md": withOperations,
};

/** Writes the generated tables of pages that people write. */
export async function generateTables(): Promise<Map<string, string>> {
  const renewed = Object.entries(pages).map(async ([page, renew]) => {
    return [page, renew(await readFile(page, "utf8"))] as const;
  });
  return new Map(await Promise.all(renewed));
}

/** Replaces the rows of the table with a head. @throws Error when the text has no such table */
function withRows(text: string, head: string, rows: readonly string[]): string {
  const begin = text.indexOf(head) + head.length;
  if (begin < head.length) throw new Error(`A page lacks the table ${head}`);
  return text.slice(0, begin) + rows.join("") + text.slice(begin).replace(/^(\|.*\n)*/, "");
}

/** Writes the fields of a kind into its section, or a section for a new kind before that of manual checks. */
function withFields(text: string, kind: Kind): string {
  const { title } = kinds[kind];
  const head = `### ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n| field | C | U | meaning and rules |\n| --- | --- | --- | --- |\n`;
  const next = "### Manual check\n";
  const accepted = Object.entries<Field>(fields[kind]).filter(([, { presence }]) => presence !== "returned");
  const rows = accepted.map(([name, field]) => {
    const create = field.presence === "required" ? "required" : "optional";
    return `| \`${name}\` | ${create} | ${field.isUpdatable ? "optional" : "no"} | ${rulesOf(field)} |\n`;
  });
  return withRows(text.includes(head) ? text : text.replace(next, () => `${head}\n${next}`), head, rows);
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

/** Writes the experiments of the probe. */
function withExperiments(text: string): string {
  const rows = Object.entries(experiments).map(([name, { point, requests, see }]) => {
    const number = point === "other" ? point : `[${point}](#${point})`;
    const setting = Object.entries(settingTable).find(([each]) => each === name);
    const behaviour = setting === undefined ? " | " : `\`${name}\` | ${setting[1].description}`;
    const how = typeof see === "string" ? `By hand: ${requests}. The probe ${see}.` : `\`${requests}\``;
    return `| ${number} | ${behaviour} | ${how} |\n`;
  });
  return withRows(text, "| point | setting | behaviour | requests |\n| --- | --- | --- | --- |\n", rows);
}

/** Writes the operations from the tables that `rblmonitor migrate --scan` reports from. */
function withOperations(text: string): string {
  const rows = legacyCalls.map(
    (call) =>
      `| ${call.name} | \`${call.legacy.method} ${call.legacy.path}\` | \`${call.current.method} ${call.current.path}\` | ${parameters(call)} |\n`,
  );
  return withRows(text, "| operation | 3.0 | 4.0 | parameters of 3.0 |\n|---|---|---|---|\n", rows);
}

/** The parameters of a call and what becomes of them. Lists have the same ones, which the text above the table explains. */
function parameters(call: LegacyCall): string {
  const all = parametersOf(call).map((name) => ({ name, ...changeOf(call, name) }));
  if (call.query.includes("page_size")) return all.map(({ name }) => `\`${name}\``).join(", ");
  const kept = all.filter(({ replacement }) => replacement === null).map(({ name }) => `\`${name}\``);
  const changed = all
    .filter(({ replacement }) => replacement !== null)
    .map(({ name, replacement }) => `\`${name}\` → ${replacement}`);
  const texts = all.length === 0 ? ["none"] : [kept.join(", "), ...changed];
  return [...texts, remarkOf(call)].filter(Boolean).join("<br>");
}
