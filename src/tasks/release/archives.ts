import { hash } from "node:crypto";
import { type Zippable, zipSync } from "fflate";
import { runNode } from "../programs";

/** The URL of the archives, up to their names, in a mirror that has them itself. Both registries' host names share them. */
export const ownArchives = "../../../archives/";

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean | undefined;
}

/** The time of all files in an archive, so that archives do not differ: the earliest time that ZIP has, in local time. */
const always = new Date(1980, 0, 1);
const unix = 3;
const regularFile = 0o100000;

/**
 * A ZIP archive in memory. The same files give the same bytes, at any time, on any machine and with any Node. Node's own zlib
 * cannot promise that, so a library in JavaScript compresses the files.
 *
 * Terraform verifies a package by the hashes: `h1:` of the files in it, as Go's dirhash computes it, and `zh:` of the archive.
 * With only one, a lock file of the other scheme could not be compared with the mirror.
 */
export function zip(files: readonly ArchivedFile[]) {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const entries = sorted.map(({ name, content, isExecutable }): [string, Zippable[string]] => {
    const mode = regularFile | (isExecutable ? 0o755 : 0o644);
    return [name, [content, { level: 6, mtime: always, os: unix, attrs: mode << 16 }]];
  });
  const archive = zipSync(Object.fromEntries(entries));
  const lines = sorted.map(({ name, content }) => `${hash("sha256", content)}  ${name}\n`).join("");
  return { archive, hashes: [`h1:${hash("sha256", lines, "base64")}`, `zh:${hash("sha256", archive)}`] };
}

/** The archives of a version by platform. The URLs are absolute, or relative to the document. */
export type MirroredArchives = Record<string, { readonly url: string; readonly hashes: readonly string[] }>;

/** The document `<version>.json` of a network mirror. */
export function mirrorDocument(archives: Readonly<MirroredArchives>): string {
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
