import { readFile } from "node:fs/promises";
import { settingTable } from "../../emulator/settings";
import { type Experiment, experiments, otherPoints } from "../probe/experiments";

const page = "docs/design/open-points.md";
const head = "| point | setting of the emulator | experiment |\n| --- | --- | --- |\n";

/** Writes the experiments of the probe into the page about open points, whose last part they are. */
export async function generateOpenPoints(): Promise<Map<string, string>> {
  const text = await readFile(page, "utf8");
  const begin = text.indexOf(head);
  if (begin < 0) throw new Error(`${page} lacks the head of the table of experiments`);
  const numbers = [...text.matchAll(/<a id="(\d+)">/g)].map(([, number]) => Number(number));
  const rows = [...numbers, undefined].map(row);
  return new Map([[page, text.slice(0, begin) + head + rows.join("")]]);
}

function row(point: number | undefined): string {
  const isOfPoint = ([name]: [string, Experiment]) =>
    settingTable[name as keyof typeof settingTable].openPoint === point;
  const entries = Object.entries<Experiment>(experiments).filter(isOfPoint);
  const settings = entries.map(([name]) => `\`${name}\``).join(", ");
  const other = point === undefined ? undefined : otherPoints[point];
  const all = other === undefined ? entries.map(([, experiment]) => experiment) : [other];
  const texts = all.map(({ text, decide }) =>
    typeof decide === "string" ? `${text} By hand: ${decide}.` : text,
  );
  const number = point === undefined ? "other" : `[${point}](#${point})`;
  return `| ${number} | ${settings} | ${texts.join(" ")} |\n`;
}
