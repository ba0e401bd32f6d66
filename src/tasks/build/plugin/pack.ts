/** An ES module made by a bundler. */
export interface Chunk {
  /** The names of the chunks that it imports. */
  readonly imports: readonly string[];
  /** The names of the chunks that it imports late. */
  readonly late: readonly string[];
  readonly bytes: number;
}

/**
 * Groups the chunks into as few files as possible, since reading a file takes time. Each late import is one file with all
 * chunks it needs, except those that are always loaded before it. Smaller late imports come first: what one shares with a
 * larger one is loaded without that.
 *
 * @param chunks by name
 * @param first the chunk that starts
 * @returns the names of the chunks in each file, by the name of the chunk that the file is loaded for
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
    const late: string[] = [];
    const pack = (name: string): void => {
      const chunk = chunks.get(name);
      if (chunk === undefined || packed.has(name)) return;
      packed.add(name);
      file.push(name);
      chunk.imports.forEach(pack);
      late.push(...chunk.late);
    };
    pack(entry);
    entries.push(...late.sort((a, b) => bytesOf(chunks, a) - bytesOf(chunks, b)));
    files.set(entry, file);
  }
  return files;
}

/** The size of a chunk with all chunks it needs. */
function bytesOf(chunks: ReadonlyMap<string, Chunk>, name: string): number {
  return [...needed(chunks, name)].reduce((sum, one) => sum + (chunks.get(one)?.bytes ?? 0), 0);
}

/** A chunk and all chunks it needs. */
function needed(chunks: ReadonlyMap<string, Chunk>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const one of chunks.get(name)?.imports ?? []) needed(chunks, one, found);
  return found;
}
