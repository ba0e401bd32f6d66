import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scan } from "../../cli/commands/migrate/scan/read-report";
import { inTemporaryFolder } from "../../cli/project/folders";
import { loadNote, measured, row } from "./report";

const MEGABYTE = 1024 * 1024;

/** The files to scan: name → a piece that is repeated, and the number of megabytes. */
const FILES: Readonly<Record<string, readonly [piece: string, megabytes: number]>> = {
  "a log": [
    '192.0.2.7 - - [21/Nov/2026:10:00:00 +0000] "POST /3.0/host/update/HT0123456789abcdef0123456789abcdef.json HTTP/1.1" 200 67\n',
    // A scan reads files of up to 16.
    15.9,
  ],
  "one line": ['n.ajax({url:r+"/3.0/hosts.json"}).then(e=>1===e.listed&&f(e));', 1],
};

/**
 * Measures `rblmonitor migrate --scan` of files that are large or hard to read.
 * @param size a part of their sizes
 */
export function benchScan(rounds: number, size: number): Promise<readonly string[]> {
  return inTemporaryFolder(async (folder) => {
    const rows: string[] = [];
    for (const [name, [piece, megabytes]] of Object.entries(FILES)) {
      const file = join(folder, name === "a log" ? "access.log" : "bundle.min.js");
      const length = Math.floor(megabytes * size * MEGABYTE);
      await writeFile(file, piece.repeat(Math.ceil(length / piece.length)).slice(0, length));
      const seconds: number[] = [];
      const cpuSeconds: number[] = [];
      let steps = 0;
      for (let round = 0; round < rounds; round++) {
        const start = performance.now();
        const before = process.cpuUsage();
        steps = (await scan([file], undefined)).visited / length;
        seconds.push((performance.now() - start) / 1000);
        const { user, system } = process.cpuUsage(before);
        cpuSeconds.push((user + system) / 1e6);
      }
      rows.push(
        row(
          `${name} of ${(length / MEGABYTE).toFixed(1)} MB`,
          rounds,
          measured(seconds, 2),
          measured(cpuSeconds, 2),
          steps.toFixed(1),
        ),
      );
    }
    return [
      "A scan for calls of version 3.0: medians, in brackets the least and the most. CPU is the processor time.",
      loadNote(),
      "",
      "| file | rounds | seconds | CPU seconds | steps for each character |",
      "|---|---:|---:|---:|---:|",
      ...rows,
    ];
  });
}
