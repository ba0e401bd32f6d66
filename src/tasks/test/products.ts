import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, posix } from "node:path";
import { name } from "../../../package.json";
import { relativeImports } from "../check/layers";
import { filesAt, usualTargets } from "../files";

const productPattern = new RegExp(`\\bdist/(${[...usualTargets, "executable"].join("|")})\\b`, "g");

/** Links, packs or imports the project as an npm package, which contains all that is built. */
const asPackage = new RegExp(
  `\\bresolve\\([^)]*"\\."|\\bpackNpm\\("\\."|\\b(?:from|import|require)\\b[ (]*"${name}\\b`,
);

/** The modules whose text counts. The build names all its folders, but a test of the build makes its own. */
const searched = /^(?:test|src\/tasks(?!\/build))\//;

/**
 * The folders of dist/ that tests need: those that they name, or that a module names which they import.
 *
 * @param args those of jest
 * @returns undefined if the tests may need all: they use the package, or the arguments are not only paths in test/ and options
 */
export async function productsOf(args: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  const files = new Set(
    await testsAt(args.filter((arg, index) => !/^-/.test(arg) && args[index - 1] !== "-t")),
  );
  if (files.size === 0) return undefined;
  const products = new Set<string>();
  for (const file of files) {
    const text = await readFile(file, "utf8");
    if (asPackage.test(text)) return undefined;
    for (const [, product = ""] of text.matchAll(productPattern)) products.add(product);
    for (const path of relativeImports(text)) {
      const module = posix.join(dirname(file), path);
      const imported = [`${module}.ts`, `${module}/index.ts`].find((candidate) => existsSync(candidate));
      if (imported !== undefined && searched.test(imported)) files.add(imported);
    }
  }
  return products;
}

/** The test files that jest runs for these paths; none if one of them is something else, such as a regular expression. */
async function testsAt(paths: readonly string[]): Promise<readonly string[]> {
  const tests = (await filesAt("test")).filter((file) => file.endsWith(".test.ts"));
  const byPath = paths.map((path) =>
    path.startsWith("test/") ? tests.filter((test) => test.includes(path)) : [],
  );
  return byPath.every((some) => some.length > 0) ? byPath.flat() : [];
}
