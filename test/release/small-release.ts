import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { layOut, type Platform, terraformPlatform } from "../../src/cli/commands/install/mirror";
import { filesAt } from "../../src/tasks/files";
import {
  type ArchivedFile,
  type MirroredArchives,
  mirrorDocument,
  ownArchives,
  zip,
} from "../../src/tasks/release/archives";
import { releaseFiles } from "../../src/tasks/release/registry-files";

/** Terraform's name of a platform, such as `linux_amd64`. */
export const platformName = ({ os, arch }: Platform): string => `${os}_${arch}`;

const own = terraformPlatform();

/** This platform, and others to make it four on Linux. */
export const releasedPlatforms: readonly Platform[] = [
  own,
  ...["linux_amd64", "linux_arm64", "darwin_arm64", "windows_amd64"]
    .filter((name) => name !== platformName(own))
    .map((name) => ({ os: name.split("_")[0] ?? "", arch: name.split("_")[1] ?? "" })),
];

/** The name of a version's archive. */
export function archiveName(version: string, platform: Platform): string {
  return releaseFiles(version).archive({ name: platformName(platform) } as never);
}

/**
 * Makes a release that needs no runtime of 100 MB: with the built plugin, which Node runs, for this platform, and small files
 * for the others.
 *
 * @param folder gets the archives and the document
 * @param base where network mirrors have the archives
 * @returns the path of the document for network mirrors
 */
export async function makeSmallRelease(folder: string, version: string, base = ownArchives): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const archives: MirroredArchives = {};
  for (const platform of releasedPlatforms) {
    const files =
      platform === own ? await builtPlugin(`${folder}-plugin`, version) : standIn(version, platform);
    const { archive, hashes } = zip(files);
    const file = archiveName(version, platform);
    writeFileSync(join(folder, file), archive);
    archives[platformName(platform)] = { url: base + file, hashes };
  }
  const document = join(folder, releaseFiles(version).mirror);
  writeFileSync(document, mirrorDocument(archives));
  return document;
}

async function builtPlugin(unpacked: string, version: string): Promise<ArchivedFile[]> {
  await layOut("dist/plugin", unpacked, { version, platform: own });
  return (await filesAt(unpacked)).map((file) => ({
    name: file.slice(unpacked.length + 1),
    content: readFileSync(file),
    isExecutable: basename(file).startsWith("terraform-provider-"),
  }));
}

/** What is installed but cannot run. */
export function standIn(version: string, platform: Platform): ArchivedFile[] {
  const content = Buffer.from(`the program for ${platformName(platform)}`);
  return [
    { name: "LICENSE", content: Buffer.from("MIT") },
    { name: `terraform-provider-rblmonitor_v${version}`, content, isExecutable: true },
  ];
}
