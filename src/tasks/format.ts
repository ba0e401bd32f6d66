import { runNode } from "./programs";

/** The program that formats and lints. */
export const biomeProgram = "node_modules/@biomejs/biome/bin/biome";

/** Formats all files, or those named, and sorts their imports. Reports what only you can correct. */
export async function run(paths: readonly string[]): Promise<void> {
  process.exitCode = await runNode([biomeProgram, "check", "--write", ...paths]);
}
