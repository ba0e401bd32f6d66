import { readdir, readFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { lockedPackage } from "../executable/runtime";

/** An npm package whose code is part of a release: where it is installed, the files that are bundled, and its licence. */
export type BundledPackage = Awaited<ReturnType<typeof packagesIn>>[number];

const packagePattern = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The packages whose code is in the modules of programs, sorted by name. */
export async function packagesIn(
  ...programs: readonly ReadonlyMap<string, { readonly files: readonly string[] }>[]
) {
  const used = programs.flatMap((modules) => [...modules.values()].flatMap(({ files }) => files));
  const folders = new Set(used.flatMap((file) => packagePattern.exec(file)?.[0] ?? []));
  const packages = [...folders].map(async (folder) => {
    const manifest: Readonly<Record<"name" | "version", string> & Partial<Record<"license", string>>> =
      JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const { name, version, license } = manifest;
    const files = new Set(used.filter((file) => file.startsWith(`${folder}/`)));
    return { name, version, folder, files: [...files].sort(), license };
  });
  return (await Promise.all(packages)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The file of licences next to a program that contains code of others. */
export const licencesFile = "LICENSES_OF_OTHERS";

/** The texts of licences by their SPDX names, for packages that name a licence and do not contain its text. */
const textsFolder = join(dirname(require.resolve("spdx-license-list")), "licenses");

/**
 * The licences of packages in a bundled program or an executable.
 *
 * @param runtime the npm package of an executable's runtime
 */
export async function licencesOf(packages: readonly BundledPackage[], runtime?: string): Promise<string> {
  const notices = await Promise.all([
    ...(runtime === undefined ? [] : [noticeOfRuntime(runtime)]),
    ...packages.map(noticeOf),
  ]);
  const texts = [...new Set(notices.flatMap(({ licences }) => licences))].sort().map(async (name) => {
    const { licenseText } = JSON.parse(await readFile(join(textsFolder, `${name}.json`), "utf8"));
    return `${name}\n\n${licenseText.trim()}\n`;
  });
  const sections = [...notices.map(({ text }) => text), ...(await Promise.all(texts))];
  return sections.join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * A notice, and the SPDX licences whose texts go with it. bun is linked with libraries under the LGPL. The notice must say how
 * users can change these libraries.
 */
async function noticeOfRuntime(runtime: string) {
  const { version, license } = await lockedPackage(runtime);
  const text = `bun ${version}

The executable is that of bun, under the licence ${license}, followed by the provider's scripts. bun is linked statically with other
software, whose licences are listed at https://bun.com/docs/project/license. JavaScriptCore of WebKit is under the GNU
Library General Public License 2.0, and TinyCC under the GNU Lesser General Public License 2.1; both are below. Their source
is at https://github.com/oven-sh/WebKit and https://github.com/TinyCC/tinycc. The source of bun, which explains how to build
it with a changed library, is at https://github.com/oven-sh/bun. The provider's own source, under the MIT licence, makes this
executable with any bun: docs/design/releasing.md in it, "Make a release".
`;
  return { text, licences: ["LGPL-2.0", "LGPL-2.1"] };
}

/**
 * The licence file of a package. Without one: the comments at the top of its bundled files, and the licences that its
 * package.json names.
 *
 * @throws Error when it has neither
 */
async function noticeOf({ name, version, folder, files, license }: BundledPackage) {
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (file !== undefined) {
    const text = await readFile(join(folder, file), "utf8");
    return { text: `${name} ${version}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`, licences: [] };
  }
  const heads = new Set((await Promise.all(files.map(headOf))).filter((head) => head !== ""));
  if (license === undefined || heads.size === 0)
    throw new Error(`${name} ${version} is bundled, but has no licence in ${folder}`);
  const known = new Set((await readdir(textsFolder)).map((file) => parse(file).name));
  return {
    text: [`${name} ${version}`, license, ...heads].map((part) => `${part}\n`).join("\n"),
    licences: license.split(/[\s()]+/).filter((name) => known.has(name)),
  };
}

/** The comment that a file begins with. */
async function headOf(file: string): Promise<string> {
  const [head = ""] = /^(?:\/\/.*\n)*/.exec(await readFile(file, "utf8")) ?? [];
  return head.replaceAll(/^\/\/ ?/gm, "").trim();
}
