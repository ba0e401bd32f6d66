import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed certificate for the names, in PEM. */
export function selfSigned(...names: string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "client-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subjectAltName = `subjectAltName=${names.map((name) => `DNS:${name}`).join(",")}`;
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-subj", "/CN=service", "-addext", subjectAltName, "-days", "2"];
  try {
    execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", cert, ...subject], {
      stdio: "pipe",
    });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
