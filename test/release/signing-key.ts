import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An untrusted gpg key, in a separate folder. */
export interface SigningKey {
  /** What gpg and `npm run release` are to find in their environment. */
  readonly environment: { readonly GNUPGHOME: string; readonly GPG_FINGERPRINT: string };
  /** The public key, in ASCII armour. */
  readonly publicKey: string;
  /** The secret key, in ASCII armour, as the passphrase protects it. */
  readonly secretKey: string;
  readonly remove: () => void;
}

/** @throws Error when there is no gpg */
export function createSigningKey(passphrase = ""): SigningKey {
  const GNUPGHOME = mkdtempSync(join(tmpdir(), "gpg-"));
  const env = { ...process.env, GNUPGHOME };
  const gpg = (...args: string[]) =>
    execFileSync("gpg", ["--batch", ...args], { env, encoding: "utf8", stdio: "pipe" });
  // As registries want it: they take RSA and DSA.
  const unlocked = ["--pinentry-mode", "loopback", "--passphrase", passphrase];
  gpg(...unlocked, "--quick-generate-key", "release@example.com", "rsa2048", "sign", "never");
  const fingerprint = /^fpr:+([0-9A-F]+):/m.exec(gpg("--list-secret-keys", "--with-colons"))?.[1] ?? "";
  return {
    environment: { GNUPGHOME, GPG_FINGERPRINT: fingerprint },
    publicKey: gpg("--armor", "--export", fingerprint),
    secretKey: gpg(...unlocked, "--armor", "--export-secret-keys", fingerprint),
    remove: () => {
      execFileSync("gpgconf", ["--kill", "all"], { env, stdio: "ignore" });
      rmSync(GNUPGHOME, { recursive: true, force: true });
    },
  };
}
