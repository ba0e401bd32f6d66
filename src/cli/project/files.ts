import type { Stats } from "node:fs";
import { link, lstat, readdir, rename } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { abbreviated } from "../../provider/text";
import { inputFile } from "../input";
import { uninterrupted } from "../interrupt";
import { writeComplete } from "../output/print";
import { systemError } from "../output/system-error";
import { makeFolder } from "./folders";
import { credentialsName, extended, gitignore } from "./git-ignore";

/** Files of a project: their content by path below its folder. */
export type ProjectFiles = ReadonlyMap<ProjectFile[0], ProjectFile[1]>;

/** The path of a file and its content. A function makes the content, once nothing is in the way of the file. */
export type ProjectFile = readonly [path: string, content: Content | (() => Promise<Content>)];

type Content = string | Uint8Array;

/**
 * Writes files into a folder, which is created if it does not exist. Each file appears complete or not at all. Only the user may
 * read credentials.
 * @param remedy what to do if files exist, in a sentence
 * @param force whether existing files are replaced
 * @returns the lines that were added to an existing `.gitignore`
 * @throws Error that names existing files, before anything is made or written, or a file that cannot be written
 */
export async function writeFiles(folder: string, files: ProjectFiles, remedy: string, force = false) {
  try {
    makeFolder(folder);
  } catch (error) {
    throw systemError(`create the folder ${folder}`, error);
  }
  const rules = join(folder, gitignore);
  // Git reads no link.
  const hasRules = files.has(gitignore) && (await statsOf(rules))?.isFile() === true;
  const isNew = (name: string) => !(hasRules && name === gitignore);
  if (!force) await refuseExisting(folder, [...files.keys()].filter(isNew), remedy);
  const contents = new Map<string, Content>();
  for (const [name, content] of files)
    contents.set(name, typeof content === "function" ? await content() : content);
  const added: string[] = [];
  if (hasRules) {
    const result = extended(inputFile(rules, "the file"), String(contents.get(gitignore)));
    contents.set(gitignore, result.content);
    added.push(...result.added);
  }
  // An interrupt must neither leave temporary files nor a part of the code.
  await uninterrupted(async () => {
    for (const [name, content] of contents) {
      const file = join(folder, name);
      makeFolder(dirname(file));
      const existing = await statsOf(file);
      const ownMode = existing?.isFile() ? existing.mode : undefined;
      const mode = name === credentialsName ? 0o600 : ownMode;
      // A link, unlike a rename, fails if the file has come meanwhile.
      await writeComplete(file, content, mode, force || !isNew(name) ? rename : link);
    }
  });
  return added;
}

/**
 * Refuses a folder that has some of those files.
 *
 * @param remedy what to do then, in a sentence
 * @throws Error that names the files
 */
export async function refuseExisting(folder: string, names: readonly string[], remedy: string) {
  const existing: string[] = [];
  for (const name of names) if ((await statsOf(join(folder, name))) !== undefined) existing.push(name);
  if (existing.length === 0) return;
  const place = folder === "." ? "This folder" : folder;
  throw new Error(`${place} has ${abbreviated(existing)} already. ${remedy}`);
}

/** Other files of the folder that Terraform or the application may read with those that were written. */
export async function otherFiles(folder: string, files: ProjectFiles): Promise<readonly string[]> {
  const endings = new Set([...files.keys()].map(extname).filter((ending) => [".tf", ".ts"].includes(ending)));
  return (await readdir(folder)).filter((name) => endings.has(extname(name)) && !files.has(name)).sort();
}

async function statsOf(file: string): Promise<Stats | undefined> {
  return lstat(file).catch(() => undefined);
}
