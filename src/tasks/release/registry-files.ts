import { hash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { executable } from "../../cli/commands/install/mirror";
import { programName, type ReleasePlatform } from "../executable/platforms";
import { output } from "../programs";

/** The names of a release's files, and of the files in them, in Terraform's registry (Publish Providers). */
export function releaseFiles(version: string) {
  const stem = `${executable}_${version}`;
  return {
    archive: ({ name }: ReleasePlatform) => `${stem}_${name}.zip`,
    program: (platform: ReleasePlatform) => programName(`${executable}_v${version}`, platform),
    manifest: `${stem}_manifest.json`,
    mirror: `${stem}_mirror.json`,
    checksums: `${stem}_SHA256SUMS`,
    billOfMaterials: `${stem}_sbom.cdx.json`,
  };
}

/** The output of `sha256sum` for files, sorted by name: the form that registries read. */
export async function checksums(files: readonly string[]): Promise<string> {
  const sorted = [...files].sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const lines = sorted.map(async (file) => `${hash("sha256", await readFile(file))}  ${basename(file)}\n`);
  return (await Promise.all(lines)).join("");
}

/**
 * Signs a file with the key in gpg that `GPG_FINGERPRINT` names. Without the variable it signs nothing.
 *
 * @returns the detached signature, next to the file: binary, as Terraform's registry requires
 * @throws Error with gpg's message when gpg fails
 */
export async function sign(file: string): Promise<string | undefined> {
  const { GPG_FINGERPRINT: key } = process.env;
  const signature = `${file}.sig`;
  await rm(signature, { force: true });
  if (!key) return undefined;
  const args = ["--batch", "--yes", "--local-user", key, "--output", signature, "--detach-sign", file];
  await output("gpg", args).catch((error: Error) => {
    throw new Error(`gpg could not sign ${file} with the key of GPG_FINGERPRINT: ${error.message}`);
  });
  return signature;
}
