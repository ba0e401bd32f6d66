import { hash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { inTemporaryFolder } from "../../cli/project/folders";
import { version } from "../../provider/version";
import { providerProtocol } from "../../terraform/tools";
import { build, commandLineModules, pluginSource } from "../build";
import { pluginModules } from "../build/bundle";
import { licencesFile, licencesOf, packagesIn } from "../build/licences";
import { compileExecutable } from "../executable/compile";
import { platformNamed, platforms, type ReleasePlatform } from "../executable/platforms";
import { runNode } from "../programs";
import { addToMirror, type MirroredArchives, mirrorDocument, ownArchives, zip } from "./archives";
import { billOfMaterials } from "./bill-of-materials";
import { cut } from "./cut";
import { packNpm } from "./npm-package";
import { checksums, releaseFiles, sign } from "./registry-files";

/**
 * Makes the files of a release in dist/release/, or in `--output`, for all platforms or those of `--only linux_amd64`. Adds
 * it to the network mirror in `--mirror`, by default network-mirror/ next to the output.
 *
 * With `--archives https://example.com/v0.2.0/` the mirror has no archives, but refers to those below that URL.
 *
 * `--cut 0.2.0` prepares a release instead: it sets the version, and gives the changelog a section with today's date.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true },
      output: { type: "string", default: "dist/release" },
      mirror: { type: "string" },
      archives: { type: "string", default: ownArchives },
      cut: { type: "string" },
    },
  });
  if (values.cut !== undefined) {
    await cut(".", values.cut, new Date().toISOString().slice(0, 10));
    // In another process: this one still has the old version.
    process.exitCode = await runNode(["src/tasks/run.mjs", "generate"]);
    if (process.exitCode === 0) process.stdout.write("Look at what changed, commit it, and tag it.\n");
    return;
  }
  const chosen = values.only === undefined ? platforms : values.only.map(platformNamed);
  const files = await makeRelease(values.output, chosen, values.archives);
  const mirror = values.mirror ?? join(dirname(values.output), "network-mirror");
  await addToMirror(mirror, [join(values.output, releaseFiles(version).mirror)]);
  for (const file of files) {
    const content = await readFile(file);
    const megabytes = (content.length / 1_000_000).toFixed(1).padStart(6);
    process.stdout.write(`${hash("sha256", content)}  ${megabytes} MB  ${file}\n`);
  }
}

/**
 * Makes an archive for each platform, the manifest for registries and the document for network mirrors, the bill of
 * materials, the npm package, and the checksums of them all, with a signature if `GPG_FINGERPRINT` names a key.
 *
 * @param folder is emptied first
 * @param base the URL of the archives in network mirrors, up to their names: absolute, or relative to the document
 * @returns the files
 */
export async function makeRelease(
  folder: string,
  platforms: readonly ReleasePlatform[],
  base: string = ownArchives,
): Promise<string[]> {
  const names = releaseFiles(version);
  await build();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const plugin = await pluginSource();
  const modules = await pluginModules(plugin);

  const files: string[] = [];
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, content);
    files.push(file);
    return file;
  };
  const packageOf = (platform: ReleasePlatform) =>
    inTemporaryFolder(async (temporary) => {
      const program = join(temporary, "executable");
      await compileExecutable(plugin, program, platform);
      const licences = await licencesOf(await packagesIn(modules), platform.runtime);
      return [
        { name: names.program(platform), content: await readFile(program), isExecutable: true },
        { name: "LICENSE", content: await readFile("LICENSE") },
        { name: licencesFile, content: Buffer.from(licences) },
      ];
    });
  const archives: MirroredArchives = {};
  for (const platform of platforms) {
    process.stderr.write(`Making the executable for ${platform.name}\n`);
    const { archive, hashes } = zip(await packageOf(platform));
    const file = names.archive(platform);
    await write(file, archive);
    archives[platform.name] = { url: base + file, hashes };
  }
  // Without this manifest, the registry assumes protocol 5.
  const manifest = { version: 1, metadata: { protocol_versions: [`${providerProtocol}.0`] } };
  await write(names.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  await write(names.mirror, mirrorDocument(archives));
  await write(
    names.billOfMaterials,
    await billOfMaterials(await packagesIn(modules, await commandLineModules()), platforms),
  );
  files.push(await packNpm(".", folder));
  const signature = await sign(await write(names.checksums, await checksums(files)));
  return signature === undefined ? files : [...files, signature];
}
