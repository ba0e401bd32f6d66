import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { npm } from "../npm";

/** What npm tells of a package in JSON. */
interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

const MAY_RUN = 0o100;

/**
 * Packs a project for npm. The same files give the same bytes: npm keeps their modes, which follow from the umask of
 * whoever checked them out and built them, so that what is packed are copies that all may read.
 * @param project the folder of its package.json
 * @param folder where the package is put
 * @returns its path
 */
export async function packNpm(project: string, folder: string): Promise<string> {
  const { files } = await pack(project, "--dry-run");
  const copies = await mkdtemp(join(tmpdir(), "package-"));
  try {
    for (const { path, mode } of files) {
      const copy = join(copies, path);
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(project, path), copy);
      await chmod(copy, mode & MAY_RUN ? 0o755 : 0o644);
    }
    const { filename } = await pack(copies, `--pack-destination=${resolve(folder)}`);
    return join(folder, filename);
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

async function pack(project: string, ...options: readonly string[]): Promise<Packed> {
  const [packed] = JSON.parse(await npm(project, "pack", "--json", "--ignore-scripts", ...options)) as [
    Packed,
  ];
  return packed;
}
