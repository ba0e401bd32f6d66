import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Signs a file with the key that `GPG_FINGERPRINT` names, as gpg has it, and puts the detached signature beside it: binary,
 * as Terraform's registry wants it. Without the variable nothing is signed.
 * @returns the file of the signature, or undefined
 * @throws Error when gpg fails, with its words
 */
export async function sign(
  file: string,
  { GPG_FINGERPRINT: key } = process.env,
): Promise<string | undefined> {
  const signature = `${file}.sig`;
  await rm(signature, { force: true });
  if (!key) return undefined;
  const args = ["--batch", "--yes", "--local-user", key, "--output", signature, "--detach-sign", file];
  await promisify(execFile)("gpg", args).catch((error: Error) => {
    throw new Error(`gpg could not sign ${file} with the key of GPG_FINGERPRINT: ${error.message}`);
  });
  return signature;
}
