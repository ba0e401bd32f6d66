import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { filesAt, stampsFolder } from "../files";
import { productsOf } from "./products";

/**
 * Jest calls it before the tests. It warns of folders of dist/ that the tests need and that are older than their sources: only
 * `npm test` builds them first.
 */
export default async function warnOfOldBuilds({
  nonFlagArgs = [],
}: {
  readonly nonFlagArgs?: readonly string[];
}) {
  const old = await oldBuilds(await productsOf(nonFlagArgs));
  if (old.length === 0) return;
  const folders = old.map((name) => `dist/${name}`).join(", ");
  process.stderr.write(
    `\nOlder than the sources: ${folders}. Tests of built programs run the last build. To build first, run: npm test -- <path>\n`,
  );
}

/**
 * The folders of dist/ that are older than a file that they were built from.
 *
 * @param products the folders that count; all without it
 */
export async function oldBuilds(products?: ReadonlySet<string>, root = "."): Promise<readonly string[]> {
  const names = await readdir(join(root, stampsFolder)).catch(() => []);
  const old = names.map(async (name) => {
    const stamp = join(root, stampsFolder, name);
    const [, inputs = ""] = (await readFile(stamp, "utf8")).split("\n");
    const files = await Promise.all(inputs.split(" ").map((input) => filesAt(join(root, input))));
    const changes = await Promise.all(files.flat().map(async (file) => (await stat(file)).mtimeMs));
    return Math.max(...changes) > (await stat(stamp)).mtimeMs ? [name] : [];
  });
  return (await Promise.all(old)).flat().filter((name) => products?.has(name) ?? true);
}
