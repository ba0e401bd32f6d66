import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
  const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout";
  const subjectAltName = `subjectAltName=${names.map((name) => `DNS:${name}`).join(",")}`;
  const signed = "-CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copyall -days 2";
  for (const command of [
    `req -x509 ${newKey} ca.key -out ca.pem -days 2 -subj /CN=authority`,
    `req ${newKey} server.key -out server.csr -subj /CN=service -addext ${subjectAltName}`,
    `x509 -req -in server.csr -out server.pem ${signed}`,
  ]) {
    execFileSync("openssl", command.split(" "), { stdio: "pipe", cwd: folder });
  }
  return {
    file: join(folder, "ca.pem"),
    key: readFileSync(join(folder, "server.key"), "utf8"),
    cert: readFileSync(join(folder, "server.pem"), "utf8"),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
