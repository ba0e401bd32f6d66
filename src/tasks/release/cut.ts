import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../npm";
import { cutChangelog } from "./changelog";
import { type NewVersion, withNewVersion } from "./named-versions";

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;
/** Where people are told a version, in what they copy. What is generated follows. */
const TOLD = ["README.md", "docs/guides", "examples"];
const TEXT = /\.(?:md|tf|json)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Makes a project ready for the release of a version: the version in package.json and package-lock.json, where everything
 * else has it from; what is unreleased in CHANGELOG.md becomes its section; README.md, guides and examples name the new one.
 * @param date as 2026-10-20
 * @throws Error when the version is none, or the old one, or nothing is unreleased; nothing is written then
 */
export async function cut(project: string, version: string, date: string): Promise<void> {
  if (!VERSION.test(version)) throw new Error(`${version} is no version, such as 0.2.0 or 1.0.0-rc.1`);
  if (!DATE.test(date) || Number.isNaN(Date.parse(date)))
    throw new Error(`${date} is no date, such as 2026-10-20`);
  const [manifest, changelog] = [join(project, "package.json"), join(project, "CHANGELOG.md")];
  const { name, version: old } = JSON.parse(await readFile(manifest, "utf8")) as {
    name: string;
    version: string;
  };
  if (old === version) throw new Error(`package.json has the version ${version} already`);
  const cutted = cutChangelog(await readFile(changelog, "utf8"), version, date);

  await npm(project, "version", version, "--no-git-tag-version", "--ignore-scripts");
  await writeFile(changelog, cutted);
  for (const path of TOLD) await renewIn(join(project, path), { name, old, version });
  process.stdout.write(`${version} is cut. Look at what changed, commit it, and tag it v${version}.\n`);
}

async function renewIn(path: string, renewed: NewVersion): Promise<void> {
  for (const file of await textsIn(path)) {
    const text = await readFile(file, "utf8");
    const made = withNewVersion(text, renewed);
    if (made !== text) await writeFile(file, made);
  }
}

async function textsIn(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  return files.map(({ parentPath, name }) => join(parentPath, name));
}
