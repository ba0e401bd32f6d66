import { readdir, readFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import type { BundledPackage } from "./bundled-packages";
import type { ReleasePlatform } from "./executable/platforms";
import { lockedRuntime } from "./executable/runtime-lock";

/** The file of licences that is beside a program that others' code is part of. */
export const LICENCES = "LICENSES_OF_OTHERS";

/** The texts of licences by their names in SPDX, for those who name one and do not pass it on. */
const TEXTS = join(dirname(require.resolve("spdx-license-list")), "licenses");

/** The licences of the packages that are in a bundled program, as they ask to be passed on. */
export async function licencesOfBundle(packages: readonly BundledPackage[]): Promise<string> {
  return written(await Promise.all(packages.map(noticeOf)));
}

/** The licences of everything that is in an executable besides our own code. */
export async function licencesOfExecutable(
  packages: readonly BundledPackage[],
  { runtime }: ReleasePlatform,
): Promise<string> {
  return written([await noticeOfRuntime(runtime), ...(await Promise.all(packages.map(noticeOf)))]);
}

/** What is to be said of a package, and the licences of SPDX whose texts go with it. */
interface Notice {
  readonly text: string;
  readonly licences: readonly string[];
}

async function written(notices: readonly Notice[]): Promise<string> {
  const named = [...new Set(notices.flatMap(({ licences }) => licences))].sort();
  const texts = named.map(async (name) => `${name}\n\n${await textOf(name)}`);
  const sections = [...notices.map(({ text }) => text), ...(await Promise.all(texts))];
  return sections.join(`\n${"-".repeat(80)}\n\n`);
}

async function textOf(licence: string): Promise<string> {
  const { licenseText } = JSON.parse(await readFile(join(TEXTS, `${licence}.json`), "utf8"));
  return `${licenseText.trim()}\n`;
}

/** bun is linked with libraries under the LGPL, whose users may change them: it wants to be said how. */
async function noticeOfRuntime(runtime: string): Promise<Notice> {
  const { version, license } = await lockedRuntime(runtime);
  const text = `bun ${version}

The executable is that of bun, under the licence ${license}, followed by the provider's scripts. bun is linked statically with other
software, of which https://bun.com/docs/project/license tells the licences. Of that, JavaScriptCore of WebKit is under the
GNU Library General Public License 2.0, and TinyCC under the GNU Lesser General Public License 2.1; both are below. Their
source is at https://github.com/oven-sh/WebKit and https://github.com/TinyCC/tinycc, and bun's, which tells how it is built
with a changed one, at https://github.com/oven-sh/bun. The provider's own source, under the MIT licence, makes this
executable with any bun: CONTRIBUTING.md in it, "Make a release".
`;
  return { text, licences: ["LGPL-2.0", "LGPL-2.1"] };
}

/**
 * The licence that a package has as a file. Where it has none: what the bundled files say of themselves, and the licences
 * that its package.json names.
 * @throws Error when there is neither
 */
async function noticeOf({ name, version, folder, files, license }: BundledPackage): Promise<Notice> {
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (file !== undefined) {
    const text = await readFile(join(folder, file), "utf8");
    return { text: `${name} ${version}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`, licences: [] };
  }
  const heads = new Set((await Promise.all(files.map(headOf))).filter((head) => head !== ""));
  if (license === undefined || heads.size === 0)
    throw new Error(`${name} ${version} is bundled, but there is no licence in ${folder}`);
  const known = new Set((await readdir(TEXTS)).map((file) => parse(file).name));
  return {
    text: [`${name} ${version}`, license, ...heads].map((part) => `${part}\n`).join("\n"),
    licences: license.split(/[\s()]+/).filter((word) => known.has(word)),
  };
}

/** The comment that a file begins with. */
async function headOf(file: string): Promise<string> {
  const [head = ""] = /^(?:\/\/.*\n)*/.exec(await readFile(file, "utf8")) ?? [];
  return head.replaceAll(/^\/\/ ?/gm, "").trim();
}
