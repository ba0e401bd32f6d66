import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Tells how much memory the Node processes of a command took, which each of them notes when it ends. */
export interface PeakMemory {
  /** For the command, so that its processes note theirs. */
  readonly environment: Readonly<Record<string, string>>;
  /** The largest that was noted since the last call, in MB. */
  take(): Promise<number>;
  remove(): Promise<void>;
}

/** Makes ready to measure. */
export async function peakMemory(): Promise<PeakMemory> {
  const folder = await mkdtemp(join(tmpdir(), "peak-memory-"));
  const recorder = join(folder, "record.cjs");
  const note = `require("node:fs").writeFileSync(${JSON.stringify(`${folder}/`)} + process.pid + ".rss", String(process.resourceUsage().maxRSS))`;
  await writeFile(recorder, `process.on("exit", () => ${note});\n`);
  return {
    environment: { NODE_OPTIONS: `--require=${recorder}` },
    async take() {
      const notes = (await readdir(folder))
        .filter((name) => name.endsWith(".rss"))
        .map((name) => join(folder, name));
      const sizes = await Promise.all(notes.map(async (file) => Number(await readFile(file, "utf8"))));
      await Promise.all(notes.map((file) => rm(file)));
      return Math.max(0, ...sizes) / 1024;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
