import { readdir, readFile } from "node:fs/promises";
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

const SCRIPT = /^plugin-[0-9a-f]{12}\.js$/;
const WRAPPER = /^\(function \([^)]*\) \{([\s\S]*)\n\}\)$/;

/**
 * The script of a bundled plugin as one CommonJS module: bun compiles such a module to bytecode with all its functions, but
 * not what stands in a wrapper.
 * @param plugin the folder that `bundlePlugin` left
 * @throws Error when the folder holds something else
 */
export async function executableSource(plugin: string): Promise<string> {
  const script = (await readdir(plugin)).find((name) => SCRIPT.test(name));
  if (script === undefined) throw new Error(`There is no script of a plugin in ${plugin}`);
  const body = WRAPPER.exec(await readFile(join(plugin, script), "utf8"))?.[1];
  if (body === undefined) throw new Error(`${join(plugin, script)} is not a function around a module`);
  return DIVERT + body;
}
