import { readFile } from "node:fs/promises";
import { settingTable } from "../../emulator/settings";
import { type Experiment, experiments, subjectOf } from "../probe/experiments";

const page = "docs/design/open-points.md";
const head = "| point | setting | behaviour | requests |\n| --- | --- | --- | --- |\n";

/** Writes the experiments of the probe into the page about open points, whose last part they are. */
export async function generateOpenPoints(): Promise<Map<string, string>> {
  const text = await readFile(page, "utf8");
  const begin = text.indexOf(head);
  if (begin < 0) throw new Error(`${page} lacks the head of the table of experiments`);
  const numbers = [...text.matchAll(/<a id="(\d+)">/g)].map(([, number]) => Number(number));
  const entries = Object.entries<Experiment>(experiments);
  const rows = [...numbers, undefined].flatMap((number) =>
    entries.filter(([name]) => subjectOf(name).point === number).map(([name, each]) => rowOf(name, each)),
  );
  return new Map([[page, text.slice(0, begin) + head + rows.join("")]]);
}

function rowOf(name: string, { requests, decide }: Experiment): string {
  const { point } = subjectOf(name);
  const number = point === undefined ? "other" : `[${point}](#${point})`;
  const setting = Object.entries(settingTable).find(([each]) => each === name);
  const behaviour = setting === undefined ? " | " : `\`${name}\` | ${setting[1].description}`;
  const text = typeof decide === "string" ? `By hand: ${requests}. The probe ${decide}.` : `\`${requests}\``;
  return `| ${number} | ${behaviour} | ${text} |\n`;
}
