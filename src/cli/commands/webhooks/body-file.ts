import { readFile } from "node:fs/promises";

/** Reads the body of a request as it was kept. @throws Error when it cannot be read */
export async function readBody(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    throw new Error(`The body cannot be read: ${(thrown as Error).message}.`);
  }
}
