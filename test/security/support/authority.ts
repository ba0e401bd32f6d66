import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { underAuthority } from "../../certificates";

/** An unknown certificate authority, and a server certificate that it has signed, in PEM. */
export interface PrivateAuthority {
  /** The file of the authority's own certificate. */
  readonly file: string;
  readonly key: string;
  readonly cert: string;
  remove(): void;
}

/** Makes an authority and a certificate for those names. */
export function privateAuthority(...names: string[]): PrivateAuthority {
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const { authority, ...identity } = underAuthority(...names);
  const file = join(folder, "ca.pem");
  writeFileSync(file, authority);
  return { file, ...identity, remove: () => rmSync(folder, { recursive: true }) };
}
