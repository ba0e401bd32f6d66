import { execFile } from "node:child_process";
import { chmod, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { inTemporaryFolder } from "../files";
import { withoutSignature } from "./mac-signature";
import { type ReleasePlatform, thisPlatform } from "./platforms";
import { runtimeFor } from "./runtime";

/** The name of the compiled script and of the result. The executable contains it, so it is always the same. */
const NAME = "terraform-provider-rblmonitor";

/** An executable reads neither .env nor bunfig.toml, which can name code, from the folder in which it starts. */
const FLAGS = [
  ...["--compile", "--bytecode", "--minify-whitespace", "--minify-syntax"],
  ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
  // Without these, the executable contains the path of the folder in which it was compiled.
  ...["--define", '__dirname="."', "--define", `__filename="${NAME}"`],
];

/**
 * Makes one self-contained executable of a bundled plugin. The same plugin and platform give the same bytes.
 *
 * @param plugin the folder that `bundlePlugin` made
 * @param file the executable; an existing file is replaced
 * @throws Error when a runtime cannot be fetched, or bun fails
 */
export async function compileExecutable(
  plugin: string,
  file: string,
  platform: ReleasePlatform,
): Promise<void> {
  const compiler = await runtimeFor(thisPlatform());
  const runtime = await runtimeFor(platform);
  await inTemporaryFolder(async (folder) => {
    await writeModules(plugin, folder);
    const target = [`--target=${platform.target}`, `--compile-executable-path=${runtime}`];
    const args = ["build", ...FLAGS, ...target, `./${NAME}.cjs`, "--outfile", "made"];
    await promisify(execFile)(compiler, args, { cwd: folder });
    const made = join(folder, platform.os === "windows" ? "made.exe" : "made");
    if (platform.name === "darwin_amd64") await writeFile(made, withoutSignature(await readFile(made)));
    await chmod(made, 0o755);
    await rename(made, file).catch(async () => writeFile(file, await readFile(made), { mode: 0o755 }));
  });
}

/**
 * The first code of the executable. Only Terraform's handshake may reach standard output. bun's own console writes there
 * whatever `process.stdout` is, so it is replaced on its first use.
 */
const DIVERT = `
Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
{
  const { console: own } = globalThis;
  let diverted;
  const made = () => (diverted ??= new own.Console(process.stderr, process.stderr));
  Object.defineProperty(globalThis, "console", { configurable: true, get: made, set: (value) => { diverted = value; } });
}
`;

const SCRIPT = /\.js$/;
const FIRST = /^(?:start|plugin)-.*\.js$/;
const FUNCTION = /^function \([^)]*\) \{([\s\S]*)\}$/;

/** The value of a plugin's script: a function around a module, or several by the names of their modules. */
type Evaluated = (() => void) | Readonly<Record<string, () => void>>;

/**
 * Writes the scripts of a bundled plugin as CommonJS modules, and a module that starts them. bun compiles modules to bytecode
 * with all their functions, but not the functions that the scripts contain, which would cost 8 ms at each start.
 *
 * @throws Error when the plugin's folder contains anything else
 */
async function writeModules(plugin: string, folder: string): Promise<void> {
  const scripts = (await readdir(plugin)).filter((file) => SCRIPT.test(file));
  const modules = (await Promise.all(scripts.map((script) => modulesOf(plugin, script)))).flat();
  const first = modules.map(([file]) => file).find((file) => FIRST.test(file));
  if (first === undefined) throw new Error(`No script of a plugin in ${plugin}`);
  for (const [file, text] of modules) await writeFile(join(folder, file), text);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }));
  await writeFile(join(folder, `${NAME}.cjs`), `${DIVERT}require(${JSON.stringify(`./${first}`)});\n`);
}

/** The modules in a script, by name. Evaluating the script runs none of them. */
async function modulesOf(plugin: string, script: string): Promise<[file: string, text: string][]> {
  const evaluated: Evaluated = new Script(await readFile(join(plugin, script), "utf8")).runInThisContext();
  const functions = typeof evaluated === "function" ? { [script]: evaluated } : evaluated;
  return Object.entries(functions).map(([file, around]) => {
    const text = FUNCTION.exec(String(around))?.[1];
    if (text === undefined)
      throw new Error(`${join(plugin, script)} is not made of functions around modules`);
    return [file, text];
  });
}
