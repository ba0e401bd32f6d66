import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/**
 * The content of a file. Pipes and devices, which may never end, are refused without a wait: opening one waits for no writer.
 * Synchronous, as options and constructors read files.
 * @param max the number of bytes to read; of a larger file, one more is returned
 * @throws the error of the system, or an Error without a code for a pipe or a device
 */
export function fileBytes(file: string, max?: number): Buffer {
  // Windows has no such flag.
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is a pipe or a device, not a file");
    if (max === undefined) return readFileSync(opened);
    // Files of the system have the size 0, whatever they contain.
    const bytes = Buffer.alloc(Math.min(stats.size || max, max) + 1);
    let length = 0;
    for (let read = -1; read !== 0; length += read)
      read = readSync(opened, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(opened);
  }
}
