import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { filesAt } from "../files";
import { runNode } from "../programs";
import { scriptOptions } from "./bundle";

const compiler = "node_modules/typescript/bin/tsc";

/** The module of all names. */
const index = "index";
/** A module that the index leaves out: applications do not need it. */
const testing = "testing";

const libraryNames: Readonly<Record<string, string>> = { cdktf: "CDKTF", cdktn: "CDK Terrain" };

/**
 * Builds the constructs for both libraries, in `cdktf/` for CDKTF and in `cdktn/` for CDK Terrain.
 *
 * `index.js` is one script with everything: many small files load slowly. A public module of lib/ becomes a sub-path that
 * takes its names from there. Other modules are in no sub-path; `internal/` has their types, to which public types refer.
 *
 * @throws Error when the constructs have type errors with one of the libraries
 */
export async function buildConstructs(folder: string): Promise<void> {
  const compiled = join(folder, "compiled");
  await compileTypes("lib", "--outDir", compiled, "--emitDeclarationOnly");
  await compileTypes("lib/tsconfig.cdktn.json");
  const modules = await publicModules();
  const isPublic = (name: string): boolean => modules.has(name) || name === index || name === testing;
  const types = (await filesAt(join(compiled, "lib"))).filter((path) => path.endsWith(".d.ts"));
  for (const library of Object.keys(libraryNames)) {
    const write = (path: string, code: string) => writeFile(join(folder, library, path), code);
    await mkdir(join(folder, library, "internal"), { recursive: true });
    for (const file of types) {
      const from = isPublic(basename(file, ".d.ts")) ? "." : "internal";
      // The imports fit the library and the folders of the package.
      const code = (await readFile(file, "utf8"))
        .replace(/(["'])cdktf\1/g, `"${library}"`)
        .replace(/(["'])\.{1,2}\/(?:generated\/)?([\w-]+)\1/g, (_, __, other: string) => {
          const to = isPublic(other) ? "." : "internal";
          if (from === to) return `"./${other}"`;
          return from === "." ? `"./internal/${other}"` : `"../${other}"`;
        });
      await write(join(from, basename(file)), code);
    }
    for (const module of [index, testing]) await write(`${module}.js`, await bundle(module, library));
    const constructs = (path: string) => `"use strict";\nconst constructs = require("${path}");\n`;
    for (const [module, names] of modules) {
      const lines = names.map((name) => `exports.${name} = constructs.${name};\n`);
      await write(`${module}.js`, constructs(`./${index}.js`) + lines.join(""));
    }
    // Node searches a CommonJS script that an ES module imports for names, which takes longer than loading it: this has none.
    await write(`internal/${index}.js`, `${constructs(`../${index}.js`)}module.exports = constructs;\n`);
    const names = [...modules.values()].flat().join(",\n  ");
    await write(
      `${index}.mjs`,
      `import constructs from "./internal/${index}.js";\nexport const {\n  ${names},\n} = constructs;\n`,
    );
    await write(`${index}.d.mts`, `export * from "./${index}.js";\n`);
  }
  await rm(compiled, { recursive: true });
}

/** Runs the TypeScript compiler on a project. @throws Error when the project has type errors, which the compiler prints */
export async function compileTypes(project: string, ...args: readonly string[]): Promise<void> {
  const code = await runNode([compiler, "-p", project, ...args]);
  if (code !== 0) throw new Error(`There are type errors: tsc -p ${project}`);
}

/** The modules whose values the index exports, with the names of these. */
async function publicModules(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = [join("lib", `${index}.ts`), "lib/generated/constructs.ts"];
  const code = (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
  const modules = new Map<string, readonly string[]>();
  for (const [, list = "", path = ""] of code.matchAll(/^export \{([^}]*)\} from "(.+)";$/gm)) {
    const names = list.split(",").map((name) => name.trim());
    const values = names.filter((name) => name !== "" && !name.startsWith("type "));
    if (values.length > 0) modules.set(basename(path), values);
  }
  return modules;
}

/** Bundles a module of lib/ into one script that needs only the library and `constructs`. */
async function bundle(module: string, library: string): Promise<string> {
  const { outputFiles } = await build({
    ...scriptOptions,
    entryPoints: [join("lib", `${module}.ts`)],
    bundle: true,
    write: false,
    external: ["cdktf", "constructs"],
    // Names stay, and lines are short: stack traces need them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: "none",
  });
  // The bundler copies what a library exports, name by name, for each module that imports it. Nothing needs the copies.
  const code = `${outputFiles[0]?.text}`
    .replace(/__toESM\(\s*(require\("(?:cdktf|constructs)"\))\s*\)/g, "$1")
    .replace(/\brequire\("cdktf"\)/g, "library()");
  return `"use strict";\n${loader(library)}${code}`;
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
        ? "${libraryNames[library]} (${library}) is not installed, but ${libraryNames[other]} (${other}) is. Import the constructs from ${path(other)}."
        : "Neither CDK Terrain nor CDKTF is installed. Run npm install cdktn, and import from ${path("cdktn")}. Or run npm install cdktf, and import from ${path("cdktf")}.",
      { cause: error },
    );
  }
}
`;
}
