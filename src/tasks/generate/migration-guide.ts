import { readFile } from "node:fs/promises";
import { type LegacyCall, legacyCalls } from "../../legacy/calls";
import { changeOf, parametersOf, remarkOf } from "../../legacy/changes";

const page = "docs/guides/operations-of-3.0.md";
const table = /^\| operation \|.*\n(?:\|.*\n)*/m;

/** Writes the table of operations into its page, from the tables that `rblmonitor migrate --scan` reports from. */
export async function generateMigrationGuide(): Promise<Map<string, string>> {
  const text = await readFile(page, "utf8");
  if (!table.test(text)) throw new Error(`${page} has no table of operations`);
  return new Map([[page, text.replace(table, () => `${operationsTable()}\n`)]]);
}

function operationsTable(): string {
  return [
    "| operation | 3.0 | 4.0 | parameters of 3.0 |",
    "|---|---|---|---|",
    ...legacyCalls.map(
      (call) =>
        `| ${call.name} | \`${call.legacy.method} ${call.legacy.path}\` | \`${call.current.method} ${call.current.path}\` | ${parameters(call)} |`,
    ),
  ].join("\n");
}

/** The parameters of a call and what becomes of them. Lists have the same ones, which the text above the table explains. */
function parameters(call: LegacyCall): string {
  const all = parametersOf(call).map((name) => ({ name, ...changeOf(call, name) }));
  if (call.query.includes("page_size")) return all.map(({ name }) => `\`${name}\``).join(", ");
  const kept = all.filter(({ replacement }) => replacement === null).map(({ name }) => `\`${name}\``);
  const changed = all.flatMap(({ name, replacement }) =>
    replacement === null ? [] : [`\`${name}\` → ${replacement}`],
  );
  const remark = remarkOf(call);
  const texts = [...(kept.length > 0 ? [kept.join(", ")] : []), ...changed];
  return [...(all.length === 0 ? ["none"] : texts), ...(remark === undefined ? [] : [remark])].join("<br>");
}
