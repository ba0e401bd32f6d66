import { chmod, cp, readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { inTemporaryFolder } from "../../cli/project/folders";
import { filesAt } from "../files";
import { npm } from "../programs";

/** The files that npm packs in addition to the `files` of package.json, as far as the project has them. */
const alwaysPacked = ["package.json", "README.md", "LICENSE"];

const mayRun = 0o100;

/**
 * Packs a project for npm. The same files give the same bytes: npm keeps the modes of files, which depend on the umask of the
 * user who checked them out and built them, so it packs copies that everyone may read.
 *
 * @param project the folder of its package.json, whose `files` are files and folders; wildcards may only leave some out
 * @param folder the place of the package
 * @returns its path
 */
export async function packNpm(project: string, folder: string): Promise<string> {
  const { files }: { files: string[] } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const packed = [...alwaysPacked, ...files.filter((path) => !path.startsWith("!"))];
  const originals = await Promise.all(packed.map((path) => filesAt(join(project, path))));
  return inTemporaryFolder(async (copies) => {
    for (const original of originals.flat()) {
      const copy = join(copies, relative(project, original));
      await cp(original, copy);
      await chmod(copy, (await stat(original)).mode & mayRun ? 0o755 : 0o644);
    }
    const destination = `--pack-destination=${resolve(folder)}`;
    const output = await npm(copies, "pack", "--json", "--ignore-scripts", destination);
    return join(folder, (JSON.parse(output) as [{ filename: string }])[0].filename);
  });
}
