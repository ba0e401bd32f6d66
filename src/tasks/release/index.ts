import { parseArgs } from "node:util";
import { platformNamed, platforms } from "../build/executable/platforms";
import { runNode } from "../programs";
import { cut } from "./cut";
import { makeRelease, type ReleasedFile } from "./make-release";

/**
 * Makes the files of a release in dist/release/, or in `--output`, for all platforms or those of `--only linux_amd64`.
 *
 * With `--cut 0.2.0` it makes none, but what is committed before: the version, and a section of the changelog with today's
 * date or that of `--date 2026-10-20`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true },
      output: { type: "string", default: "dist/release" },
      cut: { type: "string" },
      date: { type: "string", default: new Date().toISOString().slice(0, 10) },
    },
  });
  if (values.cut !== undefined) {
    await cut(".", values.cut, values.date);
    // In a process of its own: this one has the old version.
    process.exitCode = await runNode(["src/tasks/run.mjs", "generate"]);
    return;
  }
  const wanted = values.only === undefined ? platforms : values.only.map(platformNamed);
  const files = await makeRelease(values.output, wanted);
  process.stdout.write(files.map(lineOf).join(""));
}

function lineOf({ file, bytes, sha256 }: ReleasedFile): string {
  return `${sha256}  ${(bytes / 1_000_000).toFixed(1).padStart(6)} MB  ${file}\n`;
}
