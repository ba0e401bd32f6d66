import { readFile } from "node:fs/promises";
import { type IgnoreRule, readIgnoreRules } from "./ignore-rule";

const usualIgnoreFile = ".rblmonitorignore";

/**
 * The rules of an ignore file; without a name those of the usual one, which need not be there.
 * @throws Error for a file that cannot be read, or that holds a rule which is none
 */
export async function ignoreRules(file: string | undefined): Promise<IgnoreRule[]> {
  try {
    return readIgnoreRules(file ?? usualIgnoreFile, await readFile(file ?? usualIgnoreFile, "utf8"));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (isMissing && file === undefined) return [];
    throw error;
  }
}
