import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { filesAt } from "../files";

/** The other folders from which the files of a folder may import. Types count as well. */
const allowedImports: Readonly<Record<string, readonly string[] | "everything">> = {
  "src/service": [],
  "src/client": ["src/service"],
  "src/snapshot": ["src/client", "src/service"],
  "src/terraform": [],
  "src/provider": ["src/terraform", "src/snapshot", "src/client", "src/service", "src/webhooks"],
  "src/webhooks": ["src/service"],
  "src/legacy": ["src/service"],
  "src/emulator": ["src/legacy", "src/service", "src/webhooks"],
  "src/cli": [
    "src/provider",
    "src/terraform",
    "src/snapshot",
    "src/client",
    "src/service",
    "src/webhooks",
    "src/legacy",
    "src/emulator",
  ],
  "src/tasks": "everything",
  lib: ["src/service"],
  examples: [],
  test: "everything",
};

/** Each folder below belongs to one command: nothing else imports from it, except the program, which lists the commands. */
const commandsFolder = "src/cli/commands/";
const programFile = "src/cli/program.ts";

/** The modules of a folder that files outside it may import; of other folders, all. */
const doors: Readonly<Record<string, readonly string[]>> = {
  "src/terraform": ["src/terraform", "src/terraform/start", "src/terraform/tools"],
};

/** Holds the version, which every file may read. */
const manifest = "package.json";

/** The imports that the layers do not allow, a line each; nothing if there are none. */
export async function crossings(root = "."): Promise<string> {
  const places = await Promise.all(
    ["src", "lib", "examples", "test"].map((place) => filesAt(join(root, place))),
  );
  const files = places.flat().filter((file) => file.endsWith(".ts"));
  const lines = await Promise.all(files.map((file) => crossingsOf(root, posix.relative(root, file))));
  return lines.flat().sort().join("\n");
}

async function crossingsOf(root: string, file: string): Promise<string[]> {
  const layer = layerOf(file);
  if (layer === undefined) return [`${file} lies in no folder that src/tasks/check/layers.ts names`];
  // Tests look inside everything.
  if (layer === "test") return [];
  const imports = relativeImports(await readFile(join(root, file), "utf8"));
  const targets = new Set(imports.map((path) => posix.join(dirname(file), path)));
  return [...targets]
    .filter((target) => !mayImport(layer, file, target))
    .map((target) => `${file} imports ${target}`);
}

/** The names of modules by a path: an import or export, `import()`, `require()`, or `import("…").Type`. */
const importPattern = /\b(?:from|import|require)\s*\(?\s*["'](\.[^"']*)["']/g;

/** The paths of the modules that a module names by a path. */
export function relativeImports(code: string): readonly string[] {
  return [...code.matchAll(importPattern)].map(([, path = ""]) => path);
}

function mayImport(layer: string, file: string, target: string): boolean {
  const other = layerOf(target);
  if (other === layer)
    return file === programFile || [undefined, commandOf(file)].includes(commandOf(target));
  const below = allowedImports[layer] ?? [];
  if (below !== "everything" && target !== manifest && !below.includes(other ?? "")) return false;
  return doors[other ?? ""]?.includes(target) ?? true;
}

/** The command to which a file belongs. */
function commandOf(file: string): string | undefined {
  return file.startsWith(commandsFolder) ? file.slice(commandsFolder.length).split("/")[0] : undefined;
}

/** The folder of the table in which a file lies. */
function layerOf(file: string): string | undefined {
  return Object.keys(allowedImports).find((folder) => file === folder || file.startsWith(`${folder}/`));
}
