import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { version } from "../../provider/version";
import { textIfAny } from "../input";
import { inTemporaryFolder } from "./folders";

const packageName = "rblmonitor";
const tarballName = `${packageName}-${version}.tgz`;

/**
 * Where a new project gets this package: `specifier` for package.json, a version, a URL, or `file:` and the name of the copy;
 * `argument` for `npx --package`, in the folder of the project; `files`, the copy of a package that is not from a registry: it
 * belongs into the project, where pipelines find it, too.
 */
export type PackageSource = Awaited<ReturnType<typeof packageSource>>;

/** The folder of the running package, seen from the scripts that the commands are built into. */
export const packageRoot = join(__dirname, "..", "..");

/**
 * The source of the running package, so that a new project can install the same one. A package from a registry or a URL comes
 * from there again. One from a tarball is copied. Any other, such as a checkout, is packed when the copy is wanted.
 * @param root the folder of the package
 */
export async function packageSource(root: string) {
  const modules = dirname(root);
  const project = basename(modules) === "node_modules" ? dirname(modules) : undefined;
  const installed = project && (await specifierIn(project));
  if (installed && !/^(?:file:|\.{0,2}\/)/.test(installed))
    return { specifier: installed, argument: `${packageName}@${installed}`, files: [] };
  const content = async () => {
    const tarball = project && installed && resolve(project, installed.replace(/^file:/, ""));
    const kept = tarball && (await readFile(tarball).catch(() => undefined));
    return kept || packed(root);
  };
  return {
    specifier: `file:${tarballName}`,
    argument: `./${tarballName}`,
    files: [[tarballName, content] as const],
  };
}

/** The version or URL by which a project depends on the package; undefined if it does not. */
async function specifierIn(project: string): Promise<string | undefined> {
  const text = textIfAny(join(project, "package.json"));
  const { dependencies, devDependencies } = JSON.parse(text || "{}") as Readonly<
    Record<string, Readonly<Record<string, string>> | undefined>
  >;
  return dependencies?.[packageName] ?? devDependencies?.[packageName];
}

/** @throws Error with npm's message when the package cannot be packed */
function packed(root: string): Promise<Uint8Array> {
  return inTemporaryFolder(async (folder) => {
    const args = ["pack", "--ignore-scripts", `--pack-destination=${folder}`];
    // npm is a batch file on Windows.
    const shell = process.platform === "win32";
    await promisify(execFile)("npm", args, { cwd: root, shell }).catch((error: Error) => {
      throw new Error(`npm cannot pack ${root} for the project: ${error.message}`);
    });
    const [file = ""] = await readdir(folder);
    return readFile(join(folder, file));
  });
}
