import { join } from "node:path";
import { printable } from "../../output/terminal";
import { configurationIn } from "../../project/configuration";

/** The files of an adoption in HCL that say which provider the code uses. */
const providerFiles: readonly string[] = ["versions.tf", "provider.tf"];

const ownSource = /\bsource\s*=\s*"?([\w.:-]+\/)?rblmonitor\/rblmonitor(?![\w-])/;

/**
 * Those of them that the folder needs: a module must have neither two default configurations of a provider nor two blocks
 * `required_providers`.
 * @throws Error that names a file whose block lacks the provider
 */
export async function neededProviderFiles(folder: string): Promise<readonly string[]> {
  const present = new Set<string>();
  for (const { name, blocks } of await configurationIn(folder)) {
    if (providerFiles.includes(name)) continue;
    const ofProvider = blocks.filter(({ path }) => path === "provider rblmonitor");
    if (ofProvider.some(({ text }) => !/^\s*alias\s*=/m.test(text))) present.add("provider.tf");
    const required = blocks.filter(({ path }) => path.startsWith("terraform required_providers"));
    if (required.length === 0) continue;
    if (!required.some(({ text }) => ownSource.test(text)))
      throw new Error(
        `${printable(join(folder, name))} has required_providers without rblmonitor/rblmonitor, and a second block is not allowed. Add the provider there, or choose another folder with --output.`,
      );
    present.add("versions.tf");
  }
  return providerFiles.filter((name) => !present.has(name));
}
