import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { versionRange } from "../../provider/version";
import { filesAt } from "../files";
import { npm } from "../programs";

const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;
/** The hand-written files that users copy a version from. Generated files follow the version by themselves. */
const namingVersions = ["README.md", "docs/guides", "examples"];
const textFile = /\.(?:md|tf|json)$/;
const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))/m;
const required = /(source\s*=\s*"rblmonitor\/rblmonitor"\s*\n\s*version\s*=\s*)"[^"\n]*"/g;

/**
 * Prepares the release of a version: sets it in package.json and package-lock.json, from which all other code reads it, moves
 * the unreleased changes in CHANGELOG.md to a section, and updates README.md, guides and examples.
 *
 * @param date as 2026-10-20
 * @throws Error before writing anything when the version is invalid or the old one, or there are no unreleased changes
 */
export async function cut(project: string, version: string, date: string): Promise<void> {
  if (!versionPattern.test(version))
    throw new Error(`${version} is not a version, such as 0.2.0 or 1.0.0-rc.1`);
  const [manifest, changelog] = [join(project, "package.json"), join(project, "CHANGELOG.md")];
  const { name, version: old } = JSON.parse(await readFile(manifest, "utf8"));
  if (old === version) throw new Error(`package.json has the version ${version} already`);
  const released = cutChangelog(await readFile(changelog, "utf8"), version, date);

  await npm(project, "version", version, "--no-git-tag-version", "--ignore-scripts");
  await writeFile(changelog, released);
  const files = await Promise.all(namingVersions.map((path) => filesAt(join(project, path))));
  for (const file of files.flat().filter((path) => textFile.test(path))) {
    const text = await readFile(file, "utf8");
    // In names of the npm package's file, in dependencies on the package, and in configurations.
    const renewed = text
      .replaceAll(`${name}-${old}.tgz`, `${name}-${version}.tgz`)
      .replaceAll(`"${name}": "^${old}"`, `"${name}": "^${version}"`)
      .replaceAll(required, `$1"${versionRange(version)}"`);
    if (renewed !== text) await writeFile(file, renewed);
  }
}

/**
 * Moves the unreleased changes of a changelog to the section of a version, below an empty section for the next changes.
 *
 * @throws Error when there are no unreleased changes, or the version has a section
 */
export function cutChangelog(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n## [${version}]`))
    throw new Error(`CHANGELOG.md has a section of ${version} already`);
  const changes = unreleased.exec(changelog)?.[1]?.trim();
  if (!changes) throw new Error("CHANGELOG.md has no unreleased changes");
  // A function, so that a "$" in a change stays a "$".
  return changelog.replace(unreleased, (section) => {
    const end = section === changelog.slice(-section.length) ? "" : "\n";
    return `## [Unreleased]\n\n## [${version}] - ${date}\n\n${changes}\n${end}`;
  });
}
