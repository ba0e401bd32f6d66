import { chmod, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { terraformPlatform } from "../../cli/commands/install/mirror";
import { replaceFolder } from "../../cli/project/folders";
import { onPath } from "../../cli/terraform-program";
import { programName } from "../executable/platforms";

/** The releases of Terraform to download when none is installed. */
const fetchedVersions = "^1.11";

/** Milliseconds to wait for HashiCorp's index of releases before reporting that there is no network. */
const patience = 30_000;

/**
 * The Terraform to use: `TERRAFORM_BINARY_NAME`, else `terraform` or `tofu` on the PATH, else one that is downloaded from
 * HashiCorp's releases into the user's cache folder, with its checksum verified.
 *
 * @returns a path, or the value of `TERRAFORM_BINARY_NAME`
 * @throws when there is none and none can be downloaded; the message says what to install
 */
export async function findTerraform(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { TERRAFORM_BINARY_NAME: named, PATH = "", XDG_CACHE_HOME } = environment;
  if (named) return named;
  const { os, arch } = terraformPlatform();
  const cache = join(XDG_CACHE_HOME || join(homedir(), ".cache"), "rblmonitor", `terraform_${os}_${arch}`);
  const installed =
    (await onPath("terraform", PATH)) ?? (await onPath("tofu", PATH)) ?? (await onPath("terraform", cache));
  if (installed !== undefined) return installed;
  return fetchTerraform(cache).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `terraform or tofu is not on the PATH, and could not be fetched from releases.hashicorp.com (${reason}). ` +
        "Install Terraform (https://developer.hashicorp.com/terraform/install) or OpenTofu " +
        "(https://opentofu.org/docs/intro/install), or name the executable in TERRAFORM_BINARY_NAME.",
    );
  });
}

async function fetchTerraform(folder: string): Promise<string> {
  // Imported late: loading it takes longer than most tasks, and few need it.
  const { getRelease } = await import("@hashicorp/js-releases");
  const userAgent = "rblmonitor";
  const late = sleep(patience, undefined, { ref: false }).then(() => {
    throw new Error("no answer within 30 seconds");
  });
  const release = await Promise.race([getRelease("terraform", fetchedVersions, userAgent), late]);
  const platform = terraformPlatform();
  const { os, arch } = platform;
  const build = release.getBuild(os, arch);
  if (build === undefined) throw new Error(`it has no build for ${os}_${arch}`);

  process.stderr.write(`Fetching Terraform ${release.version} into ${folder}\n`);
  const name = programName("terraform", platform);
  await replaceFolder(folder, async (unpacked) => {
    const archive = join(unpacked, build.filename);
    await release.download(build.url, archive, userAgent);
    await release.verify(archive, build.filename);
    await release.unpack(unpacked, archive);
    await rm(archive, { force: true });
    await chmod(join(unpacked, name), 0o755);
  });
  return join(folder, name);
}
