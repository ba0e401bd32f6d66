import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Script } from "node:vm";

/**
 * What the executable does before anything else: only Terraform's handshake may reach standard output. bun's own console
 * writes there whatever `process.stdout` is, so that it is replaced too, when it is first used.
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

/** What a script of a plugin evaluates to: a function around a module, or several by the names of their modules. */
type Evaluated = (() => void) | Readonly<Record<string, () => void>>;

/**
 * Writes the scripts of a bundled plugin as CommonJS modules, and a module that starts them: bun compiles modules to bytecode
 * with all their functions, but not what stands in the functions of the scripts, which costs 8 ms at each start.
 * @param plugin the folder that `bundlePlugin` left
 * @param folder where they are written, an empty one
 * @param name of the module that starts them
 * @throws Error when the plugin's folder holds something else
 */
export async function writeExecutableSource(plugin: string, folder: string, name: string): Promise<void> {
  const scripts = (await readdir(plugin)).filter((file) => SCRIPT.test(file));
  const modules = (await Promise.all(scripts.map((script) => modulesOf(plugin, script)))).flat();
  const first = modules.map(([file]) => file).find((file) => FIRST.test(file));
  if (first === undefined) throw new Error(`There is no script of a plugin in ${plugin}`);
  for (const [file, text] of modules) await writeFile(join(folder, file), text);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }));
  await writeFile(join(folder, name), `${DIVERT}require(${JSON.stringify(`./${first}`)});\n`);
}

/** The modules in a script, by name. Evaluating it runs none of them. */
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
