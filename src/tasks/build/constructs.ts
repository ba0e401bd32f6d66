import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "@swc/core";
import { runNode } from "../programs";

const COMPILER = "node_modules/typescript/bin/tsc";

/** The barrel: users import all of its names, and use few. */
const BARREL = "index";

/**
 * Builds the constructs for both libraries: `cdktf/` for CDKTF, as they are written, and `cdktn/` for CDK Terrain, which
 * exports everything they use under the same names. In each, all modules are in one folder, whatever their folder in lib/,
 * so that a module's sub-path in the package is its name.
 *
 * @throws Error when the constructs have type errors with one of the libraries
 */
export async function buildConstructs(folder: string): Promise<void> {
  const compiled = join(folder, "compiled");
  const cdktf = join(folder, "cdktf");
  await compileTypes("lib", "--outDir", compiled);
  await mkdir(cdktf);
  for (const part of ["", "generated"]) await moveModules(join(compiled, part), cdktf);
  await rm(compiled, { recursive: true });
  await writeFile(join(cdktf, `${BARREL}.js`), await lazyBarrel());

  const cdktn = join(folder, "cdktn");
  await compileTypes("lib/tsconfig.cdktn.json");
  await cp(cdktf, cdktn, { recursive: true });
  await rewriteModules(cdktn, (code) => code.replace(/(["'])cdktf\1/g, '"cdktn"'));
}

/** Runs the TypeScript compiler on a project. @throws Error when the project has type errors, which the compiler prints */
export async function compileTypes(project: string, ...args: readonly string[]): Promise<void> {
  const code = await runNode([COMPILER, "-p", project, ...args]);
  if (code !== 0) throw new Error(`There are type errors: tsc -p ${project}`);
}

/** Moves the modules of a folder, with their types, to the folder of all modules. */
async function moveModules(from: string, to: string): Promise<void> {
  await rewriteModules(from, (code) =>
    code.replace(/(["'])(?:\.\.?\/generated|\.\.)\/([\w-]+)\1/g, '"./$2"'),
  );
  for (const file of await modules(from)) await rename(join(from, file), join(to, file));
}

async function rewriteModules(folder: string, change: (code: string) => string): Promise<void> {
  for (const file of await modules(folder)) {
    const code = await readFile(join(folder, file), "utf8");
    await writeFile(join(folder, file), change(code));
  }
}

async function modules(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /\.(js|d\.ts)$/.test(file));
}

/** The barrel as JavaScript that loads a module on the first use of one of its names. ES modules can import the names. */
async function lazyBarrel(): Promise<string> {
  const source = (await readFile(join("lib", `${BARREL}.ts`), "utf8")).replaceAll("./generated/", "./");
  const imported = [...source.matchAll(/from "(.+)"/g)].map(([, module]) => `${module}`);
  const { code } = await transform(source, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022", preserveAllComments: false },
    module: { type: "commonjs", lazy: imported, exportInteropAnnotation: true },
  });
  return code;
}
