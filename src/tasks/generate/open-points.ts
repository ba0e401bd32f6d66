import { readFile } from "node:fs/promises";
import { settingTable } from "../../emulator/settings";
import { experiments } from "../probe/experiments";

const page = "docs/design/open-points.md";
const head = "| point | setting | behaviour | requests |\n| --- | --- | --- | --- |\n";

/** Writes the experiments of the probe into the page about open points, whose last part they are. */
export async function generateOpenPoints(): Promise<Map<string, string>> {
  const text = await readFile(page, "utf8");
  const begin = text.indexOf(head);
  if (begin < 0) throw new Error(`${page} lacks the head of the table of experiments`);
  const rows = Object.entries(experiments).map(([name, { point, requests, see }]) => {
    const number = point === "other" ? point : `[${point}](#${point})`;
    const setting = Object.entries(settingTable).find(([each]) => each === name);
    const behaviour = setting === undefined ? " | " : `\`${name}\` | ${setting[1].description}`;
    const how = typeof see === "string" ? `By hand: ${requests}. The probe ${see}.` : `\`${requests}\``;
    return `| ${number} | ${behaviour} | ${how} |\n`;
  });
  return new Map([[page, text.slice(0, begin) + head + rows.join("")]]);
}
