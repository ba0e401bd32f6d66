import { randomUUID } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes a file so that whoever reads it sees the old one or the new one, never a part. What is there and is no file,
 * such as `/dev/stdout`, is written to, and not replaced. @throws Error that names it
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  try {
    await (there?.isFile() === false ? writeFile(file, text) : replace(file, text));
  } catch (error) {
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}

async function replace(file: string, text: string): Promise<void> {
  const beside = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: "wx" });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
