import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BundledPackage } from "./bundled-packages";
import type { ReleasePlatform } from "./platforms";
import { lockedRuntime } from "./runtime-lock";

/** The licences of everything that is in an executable besides our own code, as they ask to be passed on. */
export async function licencesOfOthers(
  packages: readonly BundledPackage[],
  { runtime }: ReleasePlatform,
): Promise<string> {
  const { version, license } = await lockedRuntime(runtime);
  const bun = `bun ${version}\n\n${license}. It includes other software, of which https://bun.com/docs/project/licensing tells the licences.\n`;
  const texts = await Promise.all(packages.map(textOf));
  return [bun, ...texts].join(`\n${"-".repeat(80)}\n\n`);
}

/** The text that a package has, or else what its package.json says. @throws Error when there is neither */
async function textOf({ name, version, folder, license }: BundledPackage): Promise<string> {
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  const text = file === undefined ? license : await readFile(join(folder, file), "utf8");
  if (text === undefined)
    throw new Error(`${name} ${version} is bundled, but there is no licence in ${folder}`);
  return `${name} ${version}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
}
