import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { privateAuthority } from "../security/support/authority";

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
  const authority = privateAuthority("localhost");
  const requests: string[] = [];
  const server = createServer(authority, (request, response) => {
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
    authority: authority.file,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      authority.remove();
    },
  };
}
