/** An ES module that a bundler made. */
export interface Chunk {
  /** The names of the chunks that it cannot run without. */
  readonly imports: readonly string[];
  /** The names of those that it imports late. */
  readonly late: readonly string[];
}

/**
 * Which chunks to keep in one file, as each file takes time to read: with each that is imported late, all that it
 * needs, except what is loaded already when it is.
 *
 * @param chunks by name
 * @param first the one that starts
 * @returns the names of the chunks in a file, by that of the chunk for which it is loaded
 */
export function packChunks(
  chunks: ReadonlyMap<string, Chunk>,
  first: string,
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const packed = new Set<string>();
  const entries = [first];
  for (const entry of entries) {
    if (packed.has(entry)) continue;
    const file: string[] = [];
    const pack = (name: string): void => {
      const chunk = chunks.get(name);
      if (chunk === undefined || packed.has(name)) return;
      packed.add(name);
      file.push(name);
      chunk.imports.forEach(pack);
      entries.push(...chunk.late);
    };
    pack(entry);
    files.set(entry, file);
  }
  return files;
}
