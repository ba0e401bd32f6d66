import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
const WRAPPER = /^\(function \([^)]*\) \{([\s\S]*)\n\}\)$/;

/**
 * Writes the scripts of a bundled plugin as CommonJS modules, and a module that starts them: bun compiles modules to bytecode
 * with all their functions, but not what stands in the wrappers of the scripts, which costs 8 ms at each start.
 * @param plugin the folder that `bundlePlugin` left
 * @param folder where they are written, an empty one
 * @param name of the module that starts them
 * @throws Error when the plugin's folder holds something else
 */
export async function writeExecutableSource(plugin: string, folder: string, name: string): Promise<void> {
  const scripts = (await readdir(plugin)).filter((file) => SCRIPT.test(file));
  const first = scripts.find((file) => FIRST.test(file));
  if (first === undefined) throw new Error(`There is no script of a plugin in ${plugin}`);
  for (const script of scripts) {
    const body = WRAPPER.exec(await readFile(join(plugin, script), "utf8"))?.[1];
    if (body === undefined) throw new Error(`${join(plugin, script)} is not a function around a module`);
    await writeFile(join(folder, script), body);
  }
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }));
  await writeFile(join(folder, name), `${DIVERT}require(${JSON.stringify(`./${first}`)});\n`);
}
