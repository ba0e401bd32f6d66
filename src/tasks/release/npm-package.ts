import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { inTemporaryFolder } from "../files";
import { npm } from "../programs";

/** npm's description of a package in JSON. */
interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

const MAY_RUN = 0o100;

/**
 * Packs a project for npm. The same files give the same bytes: npm keeps the modes of files, which depend on the umask of the
 * user who checked them out and built them, so it packs copies that everyone may read.
 *
 * @param project the folder of its package.json
 * @param folder the place of the package
 * @returns its path
 */
export async function packNpm(project: string, folder: string): Promise<string> {
  const { files } = await pack(project, "--dry-run");
  return inTemporaryFolder(async (copies) => {
    for (const { path, mode } of files) {
      const copy = join(copies, path);
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(project, path), copy);
      await chmod(copy, mode & MAY_RUN ? 0o755 : 0o644);
    }
    const { filename } = await pack(copies, `--pack-destination=${resolve(folder)}`);
    return join(folder, filename);
  });
}

async function pack(project: string, ...options: readonly string[]): Promise<Packed> {
  const packed = await npm(project, "pack", "--json", "--ignore-scripts", ...options);
  return (JSON.parse(packed) as [Packed])[0];
}
