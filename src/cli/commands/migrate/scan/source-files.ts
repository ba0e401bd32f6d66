import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Larger files are not read, in bytes. */
export const largestFile = 16 * 1024 * 1024;

/** Folders of what others wrote, or of a program's history. */
const passedOver: ReadonlySet<string> = new Set(["node_modules", ".git", ".hg", ".svn", ".terraform"]);

/** A file that was not read, and why. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** The files to read, in order, and those that are not to be. */
export interface SourceFiles {
  readonly files: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Every file in those folders and the folders within. What a link points to is read only if the link itself is one of
 * those that were asked for, so that no loop of them is followed.
 * @throws Error that names a folder that cannot be read
 */
export async function sourceFiles(folders: readonly string[]): Promise<SourceFiles> {
  const files: string[] = [];
  const skipped: SkippedFile[] = [];
  const take = async (path: string, look = lstat): Promise<void> => {
    const there = await look(path);
    if (there.isDirectory()) return enter(path);
    if (!there.isFile()) return;
    if (there.size > largestFile) skipped.push({ file: path, reason: tooLarge(there.size) });
    else files.push(path);
  };
  const enter = async (folder: string): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => !passedOver.has(name)).sort();
    for (const name of names) {
      await take(join(folder, name)).catch((error: Error) =>
        skipped.push({ file: join(folder, name), reason: error.message }),
      );
    }
  };
  for (const folder of folders) {
    try {
      await take(folder, stat);
    } catch (error) {
      throw new Error(`${folder} cannot be scanned: ${(error as Error).message}`);
    }
  }
  return { files: [...new Set(files)], skipped };
}

function tooLarge(size: number): string {
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return `it has ${inMegabytes(size)}, and files of up to ${inMegabytes(largestFile)} are read`;
}
