import { hash } from "node:crypto";
import { runNode } from "../programs";
import type { ArchivedFile } from "./zip";

/** The URL of the archives, up to their names, in a mirror that has them itself. Both registries' host names share them. */
export const ownArchives = "../../../archives/";

/** An archive of a release, as a network mirror describes it. */
export type MirroredArchive = ReturnType<typeof mirroredArchive>;

/**
 * Describes an archive with the hashes by which Terraform verifies a package: `h1:` of the files in it, as Go's dirhash computes
 * it, and `zh:` of the archive. With only one, a lock file of the other scheme could not be compared with the mirror.
 *
 * @param url absolute, or relative to the document
 */
export function mirroredArchive(url: string, files: readonly ArchivedFile[], archive: Uint8Array) {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = sorted.map(({ name, content }) => `${hash("sha256", content)}  ${name}\n`).join("");
  return { url, hashes: [`h1:${hash("sha256", lines, "base64")}`, `zh:${hash("sha256", archive)}`] };
}

/** The document `<version>.json` of a network mirror: the archives by platform. */
export function mirrorDocument(archives: Readonly<Record<string, MirroredArchive>>): string {
  return `${JSON.stringify({ archives }, null, 2)}\n`;
}

/**
 * Adds releases to a network mirror in a folder, as the workflow that publishes it does. Other versions stay.
 *
 * @param documents paths of `…_mirror.json`; archives with relative URLs lie next to them
 * @throws Error when one cannot be added
 */
export async function addToMirror(mirror: string, documents: readonly string[]): Promise<void> {
  if ((await runNode(["src/tasks/release/mirror-site.mjs", mirror, ...documents])) !== 0)
    throw new Error(`The network mirror in ${mirror} could not be written`);
}
