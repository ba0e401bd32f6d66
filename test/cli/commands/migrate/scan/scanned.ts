import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type Scan, scan } from "../../../../../src/cli/commands/migrate/scan/scan";

/** Scans a folder with those files, whose names are reported as they are here. */
export async function scanned(
  files: Readonly<Record<string, string | Uint8Array>>,
  legacyBaseUrl?: string,
): Promise<Scan> {
  const folder = await mkdtemp(join(tmpdir(), "migrate-scan-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const result = await scan([folder], legacyBaseUrl);
    const named = <T extends { readonly file: string }>(all: readonly T[]) =>
      all.map((one) => ({ ...one, file: relative(folder, one.file) }));
    return { ...result, findings: named(result.findings), skipped: named(result.skipped) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The calls that a scan found, as `Update host: PUT /rbl/hosts/{id}.json`. */
export function callsIn({ findings }: Scan): string[] {
  return findings.flatMap(({ operation, replacement }) =>
    operation === undefined ? [] : [`${operation}: ${replacement.replace(/ \(.*/, "")}`],
  );
}
