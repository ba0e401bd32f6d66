import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { filesAt } from "../files";

/** The layers. The files of a folder may import from the folders next to it, and from all below those. Types count as well. */
const layers: Readonly<Record<string, readonly string[]>> = {
  "src/service": [],
  "src/terraform": [],
  "src/coverage": ["src/service"],
  "src/client": ["src/service"],
  "src/snapshot": ["src/client"],
  "src/webhooks": ["src/service"],
  "src/provider": ["src/terraform", "src/snapshot", "src/coverage", "src/webhooks"],
  "src/legacy": ["src/service"],
  "src/emulator": ["src/legacy", "src/webhooks"],
  "src/cli": ["src/provider", "src/emulator"],
  "src/tasks": ["src/cli", "lib"],
  lib: ["src/service"],
  examples: [],
  test: [],
};

/** Each folder below belongs to one command: nothing else imports from it, except the program, which lists the commands. */
const commandsFolder = "src/cli/commands/";
const program = "src/cli/program";

/** The modules of a folder that files outside it may import; of other folders, all. */
const doors: Readonly<Record<string, readonly string[]>> = {
  "src/terraform": ["src/terraform", "src/terraform/start", "src/terraform/tools"],
};

/** Holds the version, which every file may read. */
const manifest = "package.json";

/** The imports that the layers do not allow, a line each; nothing if there are none. Biome finds circles of imports. */
export async function crossings(root = "."): Promise<string> {
  const places = await Promise.all(
    ["src", "lib", "examples", "test"].map((place) => filesAt(join(root, place))),
  );
  const files = places.flat().filter((file) => file.endsWith(".ts"));
  const lines = files.map(async (path) => {
    const module = posix.relative(root, path).replace(/\.ts$/, "");
    const layer = layerOf(module);
    if (layer === undefined) return [`${module}.ts lies in no folder that src/tasks/check/layers.ts names`];
    // Tests look inside everything.
    if (layer === "test") return [];
    const paths = relativeImports(await readFile(path, "utf8"));
    const targets = new Set(paths.map((target) => posix.join(dirname(module), target)));
    const refused = [...targets].filter((target) => !mayImport(layer, module, target));
    return refused.map((target) => `${module}.ts imports ${target}`);
  });
  return (await Promise.all(lines)).flat().sort().join("\n");
}

/** The names of modules by a path: an import or export, `import()`, `require()`, or `import("…").Type`. */
const importPattern = /\b(?:from|import|require)\s*\(?\s*["'](\.[^"']*)["']/g;

/** The paths of the modules that a module names by a path. */
export function relativeImports(code: string): readonly string[] {
  return [...code.matchAll(importPattern)].map(([, path = ""]) => path);
}

function mayImport(layer: string, module: string, target: string): boolean {
  const other = layerOf(target);
  if (other === layer)
    return module === program || [undefined, commandOf(module)].includes(commandOf(target));
  if (target !== manifest && !isBelow(other, layer)) return false;
  return doors[other ?? ""]?.includes(target) ?? true;
}

function isBelow(other: string | undefined, layer: string): boolean {
  return (layers[layer] ?? []).some((below) => below === other || isBelow(other, below));
}

/** The command to which a module belongs. */
function commandOf(module: string): string | undefined {
  return module.startsWith(commandsFolder) ? module.slice(commandsFolder.length).split("/")[0] : undefined;
}

/** The folder of the table in which a module lies. */
function layerOf(module: string): string | undefined {
  return Object.keys(layers).find((folder) => module === folder || module.startsWith(`${folder}/`));
}
