import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../../service/parse-json";
import { inputFile } from "../input";

/** A block or an object of a configuration. */
export interface Block {
  /** The names of all that encloses it, and its own: `terraform required_providers rblmonitor`. */
  readonly path: string;
  /** Its arguments as HCL, without comments. */
  readonly text: string;
}

/**
 * The blocks of each file that Terraform or OpenTofu reads in a folder, except for files that override others; none if there is
 * no such folder. This finds blocks; it does not validate.
 */
export async function configurationIn(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const read = names.filter((name) => /^(?!\.|(.*_)?override\.).*\.(tf|tofu)(\.json)?$/.test(name));
  return Promise.all(
    read.map(async (name) => {
      const text = inputFile(join(folder, name), "the configuration").toString();
      return {
        name,
        blocks: name.endsWith(".json") ? blocksInValue(parseJson(text, undefined), []) : blocksInHcl(text),
      };
    }),
  );
}

/** A text, which may have texts in its templates. The bound keeps the time in proportion to the length of a broken line. */
const string = String.raw`"(?:[^"\\$%\n]|\\.|[$%](?!\{)|[$%]\{(?:[^"}\n]|"[^"\n]*"){0,1000}\})*"`;
const commentsAndHeredocs = new RegExp(
  String.raw`(${string})|(?:#|//).*|/\*[^]*?(?:\*/|$)|<<-?([\w-]+)(?=\r?\n)[^]*?(?:\n[ \t]*\2(?!\S)|$)`,
  "g",
);
const marks = new RegExp(`${string}|[{}]`, "g");

function blocksInHcl(hcl: string): Block[] {
  const text = hcl.replace(commentsAndHeredocs, (_, kept = "") => kept);
  const blocks: Block[] = [];
  const open: { readonly path: string; readonly from: number }[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === "{") {
      const [line = ""] = text.slice(end, index).split("\n").slice(-1);
      const names = line.match(/[\w-]+/g) ?? [];
      open.push({ path: [open.at(-1)?.path ?? [], names].flat().join(" "), from: index + 1 });
    } else if (mark === "}") {
      const { path, from } = open.pop() ?? { path: "", from: index };
      blocks.push({ path, text: text.slice(from, index) });
    } else continue;
    end = index + 1;
  }
  return blocks;
}

function blocksInValue(value: unknown, path: readonly string[]): Block[] {
  if (Array.isArray(value)) return value.flatMap((each) => blocksInValue(each, path));
  if (typeof value !== "object" || value === null) return [];
  const all = Object.entries(value);
  const text = all.map(
    ([name, each]) => `${name} = ${typeof each === "string" ? each : JSON.stringify(each)}`,
  );
  return [
    { path: path.join(" "), text: text.join("\n") },
    ...all.flatMap(([name, each]) => blocksInValue(each, [...path, name])),
  ];
}
