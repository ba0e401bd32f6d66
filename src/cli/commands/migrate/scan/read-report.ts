import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { inputText } from "../../../input";
import { type Evidence, evidenceOf, projectOf } from "./evidence";
import { fileFindings } from "./file-findings";
import { syntaxOf } from "./languages";
import { type MergedFinding, merged } from "./report";

/** The result of a scan. */
export interface Scan {
  readonly folders: readonly string[];
  /** How many files were read as text. */
  readonly files: number;
  /** How many of the findings must change: they fail with version 4.0, and are of version 3.0 for certain or likely. */
  readonly breaking: number;
  /** By file, then by line. */
  readonly findings: readonly MergedFinding[];
  /** Files that use the service but have no call that was understood. */
  readonly not_understood: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** How many steps it took to read the texts. Each step passes at least one character. */
  readonly visited: number;
}

/**
 * Looks for what programs and logs have of version 3.0.
 * @param legacyBaseUrl the base URL of version 3.0, if it is known
 * @throws Error that names a folder that cannot be read
 */
export async function scan(folders: readonly string[], legacyBaseUrl: string | undefined): Promise<Scan> {
  const { files, skipped } = await sourceFiles(folders);
  const unreadable: SkippedFile[] = [];
  const read: Evidence[] = [];
  for (const file of files) {
    const bytes = await readFile(file).catch((error: Error) => {
      unreadable.push({ file, reason: error.message });
    });
    const text = bytes && textOf(bytes);
    if (text !== undefined) read.push(evidenceOf(file, text, syntaxOf(file, text)));
  }
  const project = projectOf(read, legacyBaseUrl);
  const found = read.map((evidence) => ({ ...fileFindings(evidence, project), file: evidence.file }));
  const findings = found.flatMap((one) => merged(one.file, one.findings));
  return {
    folders,
    files: read.length,
    breaking: findings.filter(mustChange).length,
    findings,
    not_understood: found.flatMap(({ file, isNotUnderstood }) => (isNotUnderstood ? [file] : [])),
    skipped: [...skipped, ...unreadable],
    visited: found.reduce((sum, one) => sum + one.visited, 0),
  };
}

/**
 * The exit code: 2 if something must change. If it is strict, also if something is to be looked at or no call of a file was
 * understood.
 */
export function exitCodeOf({ breaking, findings, not_understood }: Scan, isStrict = false): 0 | 2 {
  return breaking > 0 || (isStrict && findings.length + not_understood.length > 0) ? 2 : 0;
}

/** Whether a program fails with version 4.0 unless this is changed. */
export function mustChange({ breaks, grade }: Pick<MergedFinding, "breaks" | "grade">): boolean {
  return breaks && grade !== "look";
}

/** The text of a file; undefined for a binary file. */
function textOf(bytes: Uint8Array): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return !isUtf16 && bytes.subarray(0, 8_192).includes(0) ? undefined : inputText(bytes);
}

/** Larger files are not read, in bytes. */
export const largestFile = 16 * 1024 * 1024;

/** Folders of what others wrote, or of a program's history. */
const passedOver: ReadonlySet<string> = new Set(["node_modules", ".git", ".hg", ".svn", ".terraform"]);

/** A file that was not read, and why. */
interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * Every file in those folders and the folders within, in order, and those that are not to be read. What a link points to is
 * read only if the link itself is one of the given ones, to avoid loops.
 * @throws Error that names a folder that cannot be read
 */
async function sourceFiles(folders: readonly string[]): Promise<{ files: string[]; skipped: SkippedFile[] }> {
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
