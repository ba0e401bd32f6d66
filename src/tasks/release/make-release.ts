import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "../build";
import { type BundledPackage, bundledPackages } from "../build/bundled-packages";
import { compileExecutable } from "../build/executable/compile";
import type { ReleasePlatform } from "../build/executable/platforms";
import { LICENCES, licencesOfExecutable } from "../build/licences";
import { billOfMaterials } from "./bill-of-materials";
import { checksums, sha256 } from "./checksums";
import { registryManifest, releaseFiles } from "./files";
import { packNpm } from "./npm-package";
import { sign } from "./signature";
import { zip } from "./zip";

/** A file of a release. */
export interface ReleasedFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Makes the files of a release of what is in this folder: an archive for each platform, the registry's manifest, their
 * checksums, signed if `GPG_FINGERPRINT` names a key, the bill of materials and the npm package.
 * @param folder where they are put; it is emptied first
 * @throws Error when something cannot be made
 */
export async function makeRelease(
  folder: string,
  platforms: readonly ReleasePlatform[],
): Promise<readonly ReleasedFile[]> {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const files = releaseFiles(version);
  await build();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const inPlugin = await bundledPackages("plugin");

  const archives: string[] = [];
  for (const platform of platforms) {
    const archive = join(folder, files.archive(platform));
    await writeFile(archive, await archiveOf(platform, version, inPlugin));
    archives.push(archive);
  }
  const manifest = join(folder, files.manifest);
  await writeFile(manifest, registryManifest());
  const sums = join(folder, files.checksums);
  await writeFile(sums, await checksums([...archives, manifest]));
  const signature = await sign(sums);
  const bill = join(folder, files.billOfMaterials);
  await writeFile(bill, await billOfMaterials(await bundledPackages(), platforms));
  const made = [
    ...archives,
    manifest,
    sums,
    ...(signature ? [signature] : []),
    bill,
    await packNpm(".", folder),
  ];
  return Promise.all(made.map(released));
}

async function archiveOf(
  platform: ReleasePlatform,
  version: string,
  packages: readonly BundledPackage[],
): Promise<Uint8Array> {
  process.stderr.write(`Making the executable for ${platform.name}\n`);
  const made = join("dist", `.executable-${platform.name}-${process.pid}`);
  try {
    await compileExecutable("dist/plugin", made, platform);
    return zip([
      { name: releaseFiles(version).program(platform), content: await readFile(made), isExecutable: true },
      { name: "LICENSE", content: await readFile("LICENSE") },
      { name: LICENCES, content: Buffer.from(await licencesOfExecutable(packages, platform)) },
    ]);
  } finally {
    await rm(made, { force: true });
  }
}

async function released(file: string): Promise<ReleasedFile> {
  return { file, bytes: (await stat(file)).size, sha256: sha256(await readFile(file)) };
}
