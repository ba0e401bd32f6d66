import { chmod, link, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { firstFew } from "../../../../provider/first-few";
import { interruptible } from "../../../interrupt";

/**
 * Writes files into a folder, which is made if it is not there. Each appears whole under its name or not at all.
 * @param force whether files that are there already are replaced
 * @param isPrivate whether nobody else may read a file
 * @throws Error that names what is there already, before anything is written, or what cannot be written
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  force: boolean,
  isPrivate: (name: string) => boolean = () => false,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = await Promise.all(
    [...files.keys()].map(async (name) => ((await exists(folder, name)) ? [name] : [])),
  );
  if (!force && there.flat().length > 0) {
    throw new Error(
      `${folder} has ${firstFew(there.flat())} already. Choose another folder with --output, or replace the files with --force.`,
    );
  }
  // An interrupt must neither leave temporary files nor a part of the code.
  await interruptible(
    process,
    () => undefined,
    () => writeEach(folder, files, force, isPrivate),
  );
}

async function writeEach(
  folder: string,
  files: ReadonlyMap<string, string>,
  force: boolean,
  isPrivate: (name: string) => boolean,
): Promise<void> {
  for (const [name, content] of files) {
    const temporary = join(folder, `.${name}.${process.pid}`);
    try {
      const mode = isPrivate(name) ? 0o600 : await modeOf(join(folder, name));
      await writeFile(temporary, content, { flag: "wx", mode: mode === undefined ? 0o644 : 0o600 });
      if (mode !== undefined) await chmod(temporary, mode);
      // A link, unlike a rename, fails if the file has come meanwhile.
      if (force) await rename(temporary, join(folder, name));
      else await link(temporary, join(folder, name));
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** Other files of the folder that Terraform or the application may read with those that were written. */
export async function othersBeside(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const endings = new Set([...files.keys()].map(extname).filter((ending) => [".tf", ".ts"].includes(ending)));
  return (await readdir(folder)).filter((name) => endings.has(extname(name)) && !files.has(name)).sort();
}

/** The mode of a file that is there, which it keeps when it is replaced. */
async function modeOf(file: string): Promise<number | undefined> {
  const there = await lstat(file).catch(() => undefined);
  return there?.isFile() ? there.mode & 0o7777 : undefined;
}

async function exists(folder: string, name: string): Promise<boolean> {
  return lstat(join(folder, name)).then(
    () => true,
    () => false,
  );
}
