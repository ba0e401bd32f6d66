import { readdir, readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";

/** The other folders from which the files of a folder may import. Types count as well. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | "everything">> = {
  "src/service": [],
  "src/client": ["src/service"],
  "src/snapshot": ["src/client", "src/service"],
  "src/terraform": [],
  "src/provider": ["src/terraform", "src/snapshot", "src/client", "src/service", "src/webhooks"],
  "src/webhooks": ["src/service"],
  "src/legacy": ["src/service"],
  "src/emulator": ["src/legacy", "src/service"],
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
  lib: [],
  examples: [],
  test: "everything",
};

/** Each folder below belongs to one command: nothing else imports from it, except the program, which lists the commands. */
const COMMANDS = "src/cli/commands";
const PROGRAM = "src/cli/program.ts";

/** The modules of a folder that files outside it may import; of other folders, all. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  "src/terraform": ["src/terraform", "src/terraform/start", "src/terraform/tools"],
};

/** What names a module by a path: an import or export, `import()`, `require()`, or `import("…").Type`. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](\.[^"']*)["']/g;

/** The paths of the modules that a module names by a path. */
export function relativeImports(code: string): readonly string[] {
  return [...code.matchAll(IMPORT)].map(([, path = ""]) => path);
}

/** Holds the version, which every file may read. */
const MANIFEST = "package.json";

/** The imports that the walls do not allow, a line each; nothing if there are none. */
export async function crossings(root = "."): Promise<string> {
  const files = await sourceFiles(root);
  const found = await Promise.all(files.map((file) => crossingsOf(root, file)));
  return found.flat().join("\n");
}

async function crossingsOf(root: string, file: string): Promise<string[]> {
  const from = houseOf(file);
  const rule = from === undefined ? undefined : MAY_IMPORT[from];
  if (rule === undefined) return [`${file} lies in no folder that src/tasks/check/walls.ts names`];
  // Tests look inside everything.
  if (from === "test") return [];
  const mayImport = (target: string): boolean =>
    isDoor(from, target) &&
    (rule === "everything" || (isOpen(from, rule, target) && !isOfAnotherCommand(file, target)));
  const paths = relativeImports(await readFile(join(root, file), "utf8"));
  return [...new Set(paths.map((path) => posix.join(dirname(file), path)))]
    .filter((target) => !mayImport(target))
    .map((target) => `${file} imports ${target}`);
}

function isOpen(from: string | undefined, rule: readonly string[], target: string): boolean {
  const to = houseOf(target);
  return to === from || (to !== undefined && rule.includes(to)) || target === MANIFEST;
}

/** Whether a module may be imported from another folder, if that folder may be at all. */
function isDoor(from: string | undefined, target: string): boolean {
  const to = houseOf(target);
  return to === from || to === undefined || (DOORS[to]?.includes(target) ?? true);
}

function isOfAnotherCommand(file: string, target: string): boolean {
  const command = commandOf(target);
  return command !== undefined && command !== commandOf(file) && file !== PROGRAM;
}

/** The command to which a file belongs. */
function commandOf(file: string): string | undefined {
  return file.startsWith(`${COMMANDS}/`) ? file.slice(COMMANDS.length + 1).split("/")[0] : undefined;
}

/** The folder of the table in which a file lies. */
function houseOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((folder) => file === folder || file.startsWith(`${folder}/`));
}

async function sourceFiles(root: string): Promise<string[]> {
  const below = async (folder: string): Promise<string[]> => {
    const files = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    return files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => posix.join(folder, ...file.split("\\")));
  };
  return (await Promise.all(["src", "lib", "examples", "test"].map(below))).flat().sort();
}
