import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { printable } from "../../output/terminal";

/** The files of an adoption in HCL that say which provider the code uses. */
const providerFiles = ["versions.tf", "provider.tf"] as const;

/**
 * Those of them that the folder needs: a module must have neither two default configurations of a provider nor two blocks
 * `required_providers`.
 * @throws Error that names a file whose block lacks the provider
 */
export async function neededProviderFiles(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => /\.(tf|tofu)$/.test(name) && !providerFiles.some((own) => own === name),
  );
  const present = new Set<string>();
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    const blocks = [...text.matchAll(/^[ \t]*provider\s+"rblmonitor"\s*\{(.*\}|[\s\S]*?^\})/gm)];
    if (blocks.some(([block]) => !/\balias\s*=/.test(block))) present.add("provider.tf");
    const [, required] = /^[ \t]*required_providers\s*\{([\s\S]*)/m.exec(text) ?? [];
    if (required === undefined) continue;
    if (!/\bsource\s*=\s*"([^"]*\/)?rblmonitor\/rblmonitor"/m.test(required))
      throw new Error(
        `${printable(join(folder, name))} has required_providers without rblmonitor/rblmonitor, and a second block is not allowed. Add the provider there, or choose another folder with --output.`,
      );
    present.add("versions.tf");
  }
  return providerFiles.filter((name) => !present.has(name));
}
