import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a file so that whoever reads it sees the old one or the new one, never a part. @throws Error that names it */
export async function writeWhole(file: string, text: string): Promise<void> {
  const beside = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}
