import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { groupedBy } from "../../service/groups";
import { runNode } from "../programs";

const COMPILER = "node_modules/typescript/bin/tsc";

/** The module of all names. */
const INDEX = "index";
/** A module that the index leaves out: applications do not need it. */
const TESTING = "testing";
/** Modules that belong to no script. */
const WHOLE = [INDEX, TESTING, "constructs"];

/** The scripts that the index loads when one of their names is used, each with its modules; the last one has all others. */
const SCRIPTS: readonly (readonly [script: string, modules: RegExp])[] = [
  ["data-sources", /^data-/],
  [
    "others",
    /^(address|certificate-|ephemeral-rbl|functions|manual-|monitor-|pause-|request-|source|tag-|tls-)/,
  ],
  ["constructs", /^/],
];

const scriptOf = (module: string): string => SCRIPTS.find(([, modules]) => modules.test(module))?.[0] ?? "";

const NAMES: Readonly<Record<string, string>> = { cdktf: "CDKTF", cdktn: "CDK Terrain" };

/**
 * Builds the constructs for both libraries, in `cdktf/` for CDKTF and in `cdktn/` for CDK Terrain.
 *
 * Each has a few scripts in `internal/`: many small files load slowly, and so does one with everything. `index.js` has all
 * names. A public module of lib/ becomes a sub-path that takes its names from there. Other modules are in
 * no sub-path; `internal/` has their types, to which public types refer.
 *
 * @throws Error when the constructs have type errors with one of the libraries
 */
export async function buildConstructs(folder: string): Promise<void> {
  const compiled = join(folder, "compiled");
  await compileTypes("lib", "--outDir", compiled, "--emitDeclarationOnly");
  await compileTypes("lib/tsconfig.cdktn.json");
  const modules = await publicModules();
  const scripts = await scriptsOf(modules);
  for (const library of Object.keys(NAMES))
    await buildFor(library, modules, scripts, compiled, join(folder, library));
  await rm(compiled, { recursive: true });
}

/** Runs the TypeScript compiler on a project. @throws Error when the project has type errors, which the compiler prints */
export async function compileTypes(project: string, ...args: readonly string[]): Promise<void> {
  const code = await runNode([COMPILER, "-p", project, ...args]);
  if (code !== 0) throw new Error(`There are type errors: tsc -p ${project}`);
}

async function buildFor(
  library: string,
  modules: ReadonlyMap<string, readonly string[]>,
  scripts: ReadonlyMap<string, string>,
  compiled: string,
  folder: string,
): Promise<void> {
  await mkdir(join(folder, "internal"), { recursive: true });
  const constants = new Set<string>();
  for (const part of ["", "generated"]) {
    for (const file of await readdir(join(compiled, part))) {
      if (!file.endsWith(".d.ts")) continue;
      const name = basename(file, ".d.ts");
      const place = isPublic(name, modules) ? folder : join(folder, "internal");
      const code = await readFile(join(compiled, part, file), "utf8");
      for (const [, constant = ""] of code.matchAll(/^export declare const (\w+)/gm)) constants.add(constant);
      await writeFile(join(place, file), typesFor(library, code, name, modules));
    }
  }
  for (const [script, code] of scripts)
    await bundle(code, library, join(folder, "internal", `${script}.js`), [only(script)]);
  await bundle(`export * from "./${TESTING}";`, library, join(folder, `${TESTING}.js`));
  await writeFile(join(folder, `${INDEX}.js`), index(library, modules));
  for (const [module, names] of modules) await writeFile(join(folder, `${module}.js`), subPath(names));
  // Node searches a CommonJS script that an ES module imports for names, which takes longer than loading it: this one has none.
  await writeFile(
    join(folder, "internal", `${INDEX}.js`),
    `"use strict";\nconst constructs = require("../${INDEX}.js");\nmodule.exports = constructs;\n`,
  );
  await writeFile(join(folder, `${INDEX}.mjs`), moduleIndex([...modules.values()].flat(), constants));
  await writeFile(join(folder, `${INDEX}.d.mts`), `export * from "./${INDEX}.js";\n`);
}

const isPublic = (name: string, modules: ReadonlyMap<string, unknown>): boolean =>
  modules.has(name) || name === INDEX || name === TESTING;

/** The modules whose values the index exports, with the names of these. */
async function publicModules(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = [join("lib", `${INDEX}.ts`), "lib/generated/constructs.ts"];
  const code = (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
  const modules = new Map<string, readonly string[]>();
  for (const [, list = "", path = ""] of code.matchAll(/^export \{([^}]*)\} from "(.+)";$/gm)) {
    const names = list.split(",").map((name) => name.trim());
    const values = names.filter((name) => name !== "" && !name.startsWith("type "));
    if (values.length > 0) modules.set(basename(path), values);
  }
  return modules;
}

/** The types of a module, in which the imports fit the folders of the package. */
function typesFor(
  library: string,
  code: string,
  name: string,
  modules: ReadonlyMap<string, unknown>,
): string {
  const from = isPublic(name, modules);
  return code
    .replace(/(["'])cdktf\1/g, `"${library}"`)
    .replace(/(["'])\.{1,2}\/(?:generated\/)?([\w-]+)\1/g, (_, __, other: string) => {
      const to = isPublic(other, modules);
      if (from) return to ? `"./${other}"` : `"./internal/${other}"`;
      return to ? `"../${other}"` : `"./${other}"`;
    });
}

function subPath(names: readonly string[]): string {
  const lines = names.map((name) => `exports.${name} = constructs.${name};\n`);
  return `"use strict";\nconst constructs = require("./${INDEX}.js");\n${lines.join("")}`;
}

/** The code of each script: it exports the public names of its modules, and what other scripts take from its other modules. */
async function scriptsOf(
  modules: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir("lib", { recursive: true })).filter((file) => file.endsWith(".ts"));
  const paths = files.map((file) => file.slice(0, -".ts".length).replaceAll("\\", "/"));
  const own = paths.filter((path) => !WHOLE.includes(basename(path)));
  const exported = (path: string): string => {
    const names = modules.get(basename(path));
    return `export ${names === undefined ? "*" : `{ ${names.join(", ")} }`} from "./${path}";\n`;
  };
  const byScript = groupedBy(own, (path) => scriptOf(basename(path)));
  return new Map([...byScript].map(([script, some]) => [script, some.map(exported).join("")]));
}

/** Takes modules of other scripts from these, so that there is one of each. */
const only = (script: string): Plugin => ({
  name: "scripts",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path }) => {
      const other = scriptOf(basename(path));
      return other === script ? undefined : { path: `./${other}.js`, external: true };
    });
  },
});

/** The script of all names. A script behind it is loaded when one of its names is used, the library at once. */
function index(library: string, modules: ReadonlyMap<string, readonly string[]>): string {
  const lines = SCRIPTS.map(([script]) => {
    const names = [...modules].flatMap(([module, names]) => (scriptOf(module) === script ? names : []));
    return `define(${JSON.stringify(names)}, () => require("./internal/${script}.js"));\n`;
  });
  return `"use strict";
${loader(library)}library();
function define(names, load) {
  let loaded;
  const get = (name) => (loaded ??= load())[name];
  for (const name of names) Object.defineProperty(exports, name, { enumerable: true, get: () => get(name) });
}
${lines.join("")}`;
}

/**
 * The ES module of all names. Node evaluates every export of an ES module. Therefore each is a proxy: at its first use, it takes
 * the value from the script of all names.
 */
function moduleIndex(names: readonly string[], constants: ReadonlySet<string>): string {
  const exported = names.map((name) => `${name} = later("${name}"${constants.has(name) ? ", {}" : ""})`);
  // A bound function can be called and constructed, and has no prototype that must be that of the class. A proxy may
  // describe a property that its target does not have only as configurable.
  return `import constructs from "./internal/${INDEX}.js";
const named = (name) => Object.defineProperty(function () {}.bind(), "name", { value: name, configurable: true });
const later = (name, target = named(name)) =>
  new Proxy(target, new Proxy({}, { get: (_, trap) => (_, ...args) => {
    const result = Reflect[trap](constructs[name], ...args);
    return trap === "getOwnPropertyDescriptor" && result ? { ...result, configurable: true } : result;
  } }));
export const
  ${exported.join(",\n  ")};
`;
}

/** Bundles code into one script that needs the library and `constructs` alone, and what the plugins leave out. */
async function bundle(
  contents: string,
  library: string,
  script: string,
  plugins: Plugin[] = [],
): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "lib" },
    plugins,
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20.19",
    external: ["cdktf", "constructs"],
    // Names stay, and lines are short: stack traces need them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: "none",
    logLevel: "warning",
  });
  const [output] = outputFiles;
  // The bundler copies what a library exports, name by name, for each module that imports it. Nothing needs the copies.
  const code = `${output?.text}`
    .replace(/__toESM\(\s*(require\("(?:cdktf|constructs|\.\/[\w-]+\.js)"\))\s*\)/g, "$1")
    .replace(/\brequire\("cdktf"\)/g, "library()");
  await writeFile(script, `"use strict";\n${loader(library)}${code}`);
}

/** JavaScript that loads the library, or says how to install one. */
function loader(library: string): string {
  const other = library === "cdktf" ? "cdktn" : "cdktf";
  const path = (name: string): string => `rblmonitor/${name}`;
  return `function library() {
  try {
    return require("${library}");
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND" || !error.message.includes("'${library}'")) throw error;
    let isOther = false;
    try {
      isOther = require.resolve("${other}") !== "";
    } catch {}
    throw new Error(
      isOther
        ? "${NAMES[library]} (${library}) is not installed, but ${NAMES[other]} (${other}) is. Import the constructs from ${path(other)}."
        : "Neither CDK Terrain nor CDKTF is installed. Run npm install cdktn, and import from ${path("cdktn")}. Or run npm install cdktf, and import from ${path("cdktf")}.",
      { cause: error },
    );
  }
}
`;
}
