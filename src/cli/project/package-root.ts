import { join } from "node:path";

/** The folder of the package, seen from the one file that the commands are built into. */
export const packageRoot = join(__dirname, "..", "..");
