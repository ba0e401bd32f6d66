import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

/** A host of static files over TLS on loopback, with a certificate of its own authority. */
export interface HttpsHost {
  /** The URL of the folder; it ends in a slash. */
  readonly url: string;
  /** The certificate of the authority, for `SSL_CERT_FILE`. */
  readonly authority: string;
  /** The paths of the requests, in their order. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  // With the parameter that GitHub Pages adds.
  ".json": "application/json; charset=utf-8",
  ".zip": "application/zip",
};

/** Serves a folder, with redirects by path such as `/latest/`, which GitHub uses for the files of its releases. */
export async function serveOverTls(
  folder: string,
  redirects: Readonly<Record<string, string>> = {},
): Promise<HttpsHost> {
  const certificates = mkdtempSync(join(tmpdir(), "authority-"));
  const { authority, ...identity } = issueCertificate(certificates);
  const requests: string[] = [];
  const server = createServer(identity, (request, response) => {
    const path = new URL(request.url ?? "/", "https://localhost").pathname;
    requests.push(path);
    const redirect = Object.entries(redirects).find(([from]) => path.startsWith(from));
    if (redirect !== undefined) {
      const [from, to] = redirect;
      return response.writeHead(302, { location: path.replace(from, to) }).end();
    }
    const file = join(folder, decodeURIComponent(path));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": CONTENT_TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/`,
    authority,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      rmSync(certificates, { recursive: true });
    },
  };
}

function issueCertificate(folder: string): { authority: string; key: Buffer; cert: Buffer } {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const request = (name: string, subject: string, ...more: string[]) =>
    openssl(
      ...["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", subject],
      ...["-keyout", file(`${name}.key`), "-out", file(`${name}.pem`), ...more],
    );
  request("authority", "/CN=Test authority", "-x509", "-days", "1");
  request("host", "/CN=localhost");
  writeFileSync(file("extensions"), "subjectAltName=DNS:localhost\n");
  openssl(
    ...["x509", "-req", "-in", file("host.pem"), "-days", "1", "-extfile", file("extensions")],
    ...["-CA", file("authority.pem"), "-CAkey", file("authority.key"), "-CAcreateserial"],
    ...["-out", file("certificate.pem")],
  );
  return {
    authority: file("authority.pem"),
    key: readFileSync(file("host.key")),
    cert: readFileSync(file("certificate.pem")),
  };
}
