import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { inTemporaryFolder } from "../../cli/project/folders";
import { build } from "../build";
import { packNpm } from "../release/npm-package";

/**
 * Returns the problems that publint and "are the types wrong" see in the package as npm would publish it, such as an entry
 * point whose types differ from its code; nothing if there are none.
 */
export async function packageProblems(): Promise<string> {
  await build();
  return inTemporaryFolder(async (folder) => {
    const tarball = new Uint8Array(await readFile(await packNpm(".", folder)));
    const { messages, pkg } = await publint({
      pack: { tarball: tarball.buffer },
      level: "suggestion",
      strict: true,
    });
    const rules = messages.map(
      (message) => `publint: ${formatMessage(message, pkg ?? {}, { color: false })}`,
    );
    const checked = await checkPackage(createPackageFromTarballData(tarball));
    if (checked.types === false) return "are the types wrong: the package has no types";
    const types = checked.problems.map(
      ({ kind, ...where }) => `are the types wrong: ${kind} ${JSON.stringify(where)}`,
    );
    return [...rules, ...types].join("\n");
  });
}
