import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { engines } from "../../../../package.json";

/** The script of each module, by name. The build defines it. */
declare const PLACES: Readonly<Record<string, string>>;
/** The module that starts. The build defines it. */
declare const FIRST: string;

interface Module {
  readonly exports: Record<string, unknown>;
}

type Wrapper = (
  exports: unknown,
  require: (name: string) => unknown,
  module: Module,
  process: NodeJS.Process,
  folder: string,
) => void;

/** The scripts that were compiled without a code cache, or with one that V8 rejected. */
export const compiled = new Map<string, Script>();

/**
 * Loads the first module, and with it each module that it needs, once, from its script.
 *
 * @param cacheOf the code cache of a script. V8 rejects a cache of another version or with other flags.
 */
export function loadFirst(cacheOf: (script: string) => Buffer | undefined): unknown {
  const wrappers: Record<string, Wrapper> = {};
  const modules: Record<string, Module> = {};
  const compile = (script: string): Record<string, Wrapper> => {
    const cachedData = cacheOf(script);
    const source = readFileSync(`${__dirname}/${script}`, "utf8");
    const compilation = new Script(source, { filename: `${__dirname}/${script}`, cachedData });
    if (compilation.cachedDataRejected !== false) compiled.set(script, compilation);
    return compilation.runInThisContext();
  };
  const load = (name: string): unknown => {
    const known = modules[name];
    if (known !== undefined) return known.exports;
    if (!(name in wrappers)) Object.assign(wrappers, compile(`${PLACES[name]}`));
    const module = { exports: {} };
    modules[name] = module;
    wrappers[name]?.(module.exports, need, module, process, __dirname);
    return module.exports;
  };
  const need = (name: string): unknown => (name.startsWith("./") ? load(name.slice(2)) : require(name));
  return load(FIRST);
}

/** Ends the process in an older Node, which would fail later, with an error that does not name its version. */
export function assertNode(): void {
  const required = engines.node.replace(">=", "");
  const { node } = process.versions;
  const [[minMajor = 0, minMinor = 0] = [], [major = 0, minor = 0] = []] = [required, node].map((version) =>
    version.split(".").map(Number),
  );
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  const message = `rblmonitor needs Node.js ${required} or later, and this is ${node} (${process.execPath}).\n`;
  process.stderr.write(message);
  // Terraform quotes what a plugin prints in place of its handshake.
  if (process.env.TF_PLUGIN_MAGIC_COOKIE) process.stdout.write(message);
  process.exit(1);
}
