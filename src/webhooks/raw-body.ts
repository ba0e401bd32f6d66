/** Joins the parts of a body; undefined if it exceeds `limit` bytes. */
export async function joinBody(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, limit: number) {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.byteLength;
    if (size > limit) return undefined;
    kept.push(part);
  }
  return Buffer.concat(kept);
}
