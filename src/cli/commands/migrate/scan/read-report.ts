import { readFile } from "node:fs/promises";
import { inputText } from "../../../input";
import type { Demand } from "./field-pattern";
import { type FileFindings, fileFindings } from "./file-findings";
import { type MergedFinding, merged } from "./merged";
import { programText } from "./program-text";
import { type SkippedFile, sourceFiles } from "./source-files";

/** What a scan found. */
export interface Scan {
  readonly folders: readonly string[];
  /** How many files were read as text. */
  readonly files: number;
  /** How many of the findings fail with version 4.0 as they stand. */
  readonly breaking: number;
  /** By file, then by line. */
  readonly findings: readonly MergedFinding[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Looks for what programs and logs have of version 3.0.
 * @param legacyBaseUrl the base URL of version 3.0, if it is known
 * @throws Error that names a folder that cannot be read
 */
export async function scan(folders: readonly string[], legacyBaseUrl: string | undefined): Promise<Scan> {
  const { files, skipped } = await sourceFiles(folders);
  const unreadable: SkippedFile[] = [];
  const read = [];
  for (const file of files) {
    const bytes = await readFile(file).catch((error: Error) => {
      unreadable.push({ file, reason: error.message });
    });
    const text = bytes && textOf(bytes);
    if (text !== undefined) read.push(fileFindings(programText(file, text), legacyBaseUrl));
  }
  const isLegacy = read.some((file) => file.isLegacy);
  const findings = read.flatMap((file) =>
    merged(
      file.findings
        .filter(({ demand }) => counts(demand, file, isLegacy))
        .map(({ finding }) => finding)
        .sort((a, b) => a.line - b.line),
    ),
  );
  return {
    folders,
    files: read.length,
    breaking: findings.filter(({ breaks }) => breaks).length,
    findings,
    skipped: [...skipped, ...unreadable],
  };
}

function counts(demand: Demand, { isOwn }: FileFindings, isLegacy: boolean): boolean {
  if (demand === "own") return true;
  if (demand === "legacy") return isLegacy;
  return isOwn || (demand === "folders" && isLegacy);
}

/** The text of a file; undefined for one that is no text. */
function textOf(bytes: Uint8Array): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return !isUtf16 && bytes.subarray(0, 8_192).includes(0) ? undefined : inputText(bytes);
}
