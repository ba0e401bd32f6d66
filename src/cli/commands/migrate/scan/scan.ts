import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileBytes } from "../../../../service/file-bytes";
import { groupedBy } from "../../../../service/groups";
import { decoded } from "../../../input";
import { type Paint, padded, printable } from "../../../output/terminal";
import { counted, countedIfAny, section, sections } from "../../../output/text";
import { certaintyOf, Evidence, evidenceOf } from "./evidence";
import { type Finding, fileFindings } from "./findings";
import { sourceOf } from "./source";

/** The result of a scan. */
export type Scan = Awaited<ReturnType<typeof scan>>;

type SkippedFile = Readonly<{ file: string; reason: string }>;

/** Words without which nothing is found in a file. */
const relevant = /host|rbl|contact|listing|listed|check|profile|3\.0|is_?default|status_message/i;

/**
 * Looks for what programs and logs have of version 3.0. Reads each file twice, so that no more than one is held.
 * @throws Error that names a folder that cannot be read
 */
export async function scan(folders: readonly string[], legacyBaseUrl: string | undefined) {
  const skipped: SkippedFile[] = [];
  const project = new Evidence();
  const legacyHost = /^https?:\/\/(?:[^@/]*@)?([^/]+)/i.exec(legacyBaseUrl ?? "")?.[1]?.toLowerCase();
  const evidence = new Map<string, Evidence>();
  let files = 0;
  for (const file of await filesIn(folders, skipped)) {
    const text = await textOf(file, skipped);
    if (text === undefined) continue;
    files += 1;
    if (!relevant.test(text)) continue;
    const result = evidenceOf(file, sourceOf(file, text).lines);
    for (const host of result.hosts) if (host !== (legacyHost ?? host)) result.hosts.delete(host);
    if (legacyHost !== undefined && result.hosts.size > 0) result.signs.add("knownHost");
    evidence.set(file, result);
    project.add(result);
  }
  const findings: Finding[] = [];
  const notUnderstood: string[] = [];
  for (const [file, own] of evidence) {
    if (own.signs.size === 0 && certaintyOf(own, project) === 0) continue;
    const result = fileFindings(sourceOf(file, (await textOf(file, [])) ?? ""), own, project);
    findings.push(...result.findings);
    if (result.isNotUnderstood) notUnderstood.push(file);
  }
  return {
    folders,
    files,
    // They fail with version 4.0, and are of version 3.0 for certain or likely.
    breaking: findings.filter(mustChange).length,
    findings,
    // Files that use the service but have no call that was understood.
    not_understood: notUnderstood,
    // Files that were not read, or not to their end.
    skipped,
  };
}

/** The exit code: 2 if something must change. If it is strict, also if something or a file is to be looked at. */
export function exitCodeOf({ breaking, findings, not_understood }: Scan, isStrict = false): 0 | 2 {
  return breaking > 0 || (isStrict && findings.length + not_understood.length > 0) ? 2 : 0;
}

/** Whether a program fails with version 4.0 unless this is changed. */
export function mustChange({ breaks, grade }: Finding): boolean {
  return breaks && grade !== "look";
}

/** How many bytes of a file are read. */
export const largestFile = 16 * 2 ** 20;

/** The text of a file, up to the bound; undefined for a binary file. Lists a file that is not read, or not to its end. */
async function textOf(file: string, skipped: SkippedFile[]): Promise<string | undefined> {
  // Between two files, an interrupt is heard.
  await setImmediate();
  try {
    const bytes = fileBytes(file, largestFile);
    const reason = `it is large: only its first ${largestFile / 2 ** 20} MB were read`;
    if (bytes.length > largestFile) skipped.push({ file, reason });
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    return !isUtf16 && bytes.subarray(0, 8_192).includes(0) ? undefined : decoded(bytes);
  } catch (error) {
    skipped.push({ file, reason: (error as Error).message });
    return undefined;
  }
}

/** Folders of what others wrote, or of a program's history. */
const passedOver: ReadonlySet<string> = new Set(["node_modules", ".git", ".hg", ".svn", ".terraform"]);

/** Every file in those folders and the folders within, in order. @throws Error that names a folder that cannot be read */
async function filesIn(folders: readonly string[], skipped: SkippedFile[]): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  // The target of a link is read only if the link itself is one of the given ones, to avoid loops.
  const take = async (path: string, look = lstat): Promise<void> => {
    const there = await look(path);
    if (there.isFile()) files.add(path);
    const names = there.isDirectory() ? (await readdir(path)).sort() : [];
    for (const file of names.filter((name) => !passedOver.has(name)).map((name) => join(path, name))) {
      await take(file).catch((error: Error) => skipped.push({ file, reason: error.message }));
    }
  };
  for (const folder of folders) {
    await take(folder, stat).catch((error: Error) => {
      throw new Error(`${folder} cannot be scanned: ${error.message}`);
    });
  }
  return files;
}

const blindSpots = "A scan cannot see paths from a database or an argument, nor packages elsewhere.";

/** The scan for people at a terminal. */
export function table(scan: Scan, paint: Paint): string {
  const files = [...groupedBy(scan.findings, ({ file }) => file)].flatMap(([file, findings]) =>
    section(
      paint("bold", printable(file)),
      findings.flatMap((finding) => findingLines(finding, paint)),
    ),
  );
  const skipped = scan.skipped.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`);
  const unclear = scan.not_understood.map((file) => `  ${printable(file)}`);
  return sections([
    ...files,
    ...section("These files use the service, and no call was understood", unclear),
    ...section("Not read, or not to the end", skipped),
    paint(scan.findings.length + unclear.length === 0 ? "green" : "bold", summaryText(scan)),
  ]);
}

/** Whether a finding must change, its lines, the call with its name, and what becomes of it and its parameters. */
function findingLines(finding: Finding, paint: Paint): string[] {
  const { count, grade, lines, operation, parameters = [], replacement } = finding;
  const mark = mustChange(finding) ? (grade === "certain" ? "change" : "likely") : "look";
  const more = count > lines.length ? ` and ${count - lines.length} more` : "";
  const found = operation === undefined ? finding.found : `${finding.found} (${operation})`;
  const kept = parameters.filter((each) => each.replacement === null).map(({ name }) => name);
  const changed = parameters.filter((each) => each.replacement !== null);
  const others = [
    ...changed.map(({ name, replacement: now }) => `${name} → ${now}`),
    ...(kept.length > 0 ? [`as they are: ${kept.join(", ")}`] : []),
  ];
  return [
    `  ${paint(mark === "look" ? "yellow" : "red", mark.padEnd(6))}  ${padded(lines.join(", ") + more, 6)}  ${found}`,
    `            → ${replacement}`,
    ...others.map((text) => `              ${paint("dim", text)}`),
  ];
}

function summaryText({ breaking, files, findings, not_understood }: Scan): string {
  const uses = counted(not_understood.length, "file uses", "files use");
  const unclear = not_understood.length === 0 ? "" : `${uses} the service, and no call was understood. `;
  const read = `${unclear}${counted(files, "file")} read.`;
  if (findings.length === 0)
    return `${unclear === "" ? "Nothing" : "No call"} of version 3.0 found. ${read} ${blindSpots}`;
  const places = counted(new Set(findings.map(({ file }) => file)).size, "file");
  const look = findings.length - breaking;
  const parts = countedIfAny([breaking, "to change", "to change"], [look, "to look at", "to look at"]);
  return `${counted(findings.length, "finding")} in ${places}: ${parts.join(", ")}. ${read} Version 4.0 needs PUT and DELETE, and may answer 429 with Retry-After.`;
}
