import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

/** A registry of npm on loopback. */
export interface NpmRegistry {
  /** Variables for npm: this registry, and no other requests. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const tarballsPath = "/-/tarballs/";

/** Serves the packages of this project's node_modules, each in its installed version, so that `npm install` needs no network. */
export async function serveInstalledPackages(): Promise<NpmRegistry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const answer = path.startsWith(tarballsPath)
      ? tarball(path.slice(tarballsPath.length))
      : packument(path.slice(1));
    answer.then(
      (content) => response.end(content),
      () => response.writeHead(404).end("{}"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function packument(name: string): Promise<string> {
    const { scripts, ...manifest } = (await installed(name)) ?? (await locked(name));
    const version = { ...manifest, dist: { tarball: `${url}${tarballsPath}${name}` } };
    return JSON.stringify({
      name,
      "dist-tags": { latest: manifest.version },
      versions: { [manifest.version]: version },
    });
  }

  return {
    environment: {
      npm_config_registry: url,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

interface Manifest {
  readonly version: string;
  readonly scripts?: unknown;
}

async function installed(name: string): Promise<Manifest | undefined> {
  const text = await readFile(join("node_modules", name, "package.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** A package for another platform, which npm notes in lock files and does not install. */
async function locked(name: string): Promise<Manifest> {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  const { version, os, cpu } = packages[`node_modules/${name}`];
  return { version, ...{ name, os, cpu } };
}

/** With its bundled packages, which npm installs below it. */
async function tarball(name: string): Promise<Buffer> {
  const args = ["--create", "--transform=s,^[.],package,"];
  const folder = join("node_modules", name);
  const options = { encoding: "buffer", maxBuffer: 1e9 } as const;
  return (await promisify(execFile)("tar", [...args, "--directory", folder, "."], options)).stdout;
}
