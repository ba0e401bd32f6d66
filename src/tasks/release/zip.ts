import { type Zippable, zipSync } from "fflate";

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

/** The time of all files in an archive, so that archives do not differ: the earliest time that ZIP has, in local time. */
const always = new Date(1980, 0, 1);
const unix = 3;
const regularFile = 0o100000;

/**
 * A ZIP archive in memory. The same files give the same bytes, at any time, on any machine and with any Node. Node's own zlib
 * cannot promise that, so a library in JavaScript compresses the files.
 */
export function zip(files: readonly ArchivedFile[]): Uint8Array {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const entries = sorted.map(({ name, content, isExecutable }): [string, Zippable[string]] => {
    const mode = regularFile | (isExecutable ? 0o755 : 0o644);
    return [name, [content, { level: 6, mtime: always, os: unix, attrs: mode << 16 }]];
  });
  return zipSync(Object.fromEntries(entries));
}
