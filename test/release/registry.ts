import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ReleasePlatform } from "../../src/tasks/executable/platforms";
import { releaseFiles } from "../../src/tasks/release/registry-files";

/** Where Terraform finds the provider here: a host that does not exist, whose services the settings name. */
export const source = "registry.example/rblmonitor/rblmonitor";

export interface Registry {
  /** Terraform's settings for it. */
  readonly settings: string;
  readonly close: () => Promise<void>;
}

/**
 * A registry with one release and nothing else, as far as Terraform needs it to install a provider (Provider Registry
 * Protocol): versions, where the files are, and the files.
 * @param folder the files of the release
 * @param publicKey the key that the checksums are signed with
 */
export async function openRegistry(
  folder: string,
  { version, platform, publicKey }: { version: string; platform: ReleasePlatform; publicKey: string },
): Promise<Registry> {
  const files = releaseFiles(version);
  const { os, arch } = platform;
  const manifest = JSON.parse(readFileSync(join(folder, files.manifest), "utf8"));
  const protocols: unknown = manifest.metadata.protocol_versions;
  const provider = "/v1/rblmonitor/rblmonitor";
  const answers: Readonly<Record<string, () => unknown>> = {
    [`${provider}/versions`]: () => ({ versions: [{ version, protocols, platforms: [{ os, arch }] }] }),
    [`${provider}/${version}/download/${os}/${arch}`]: () => {
      const archive = files.archive(platform);
      const shasum = createHash("sha256")
        .update(readFileSync(join(folder, archive)))
        .digest("hex");
      return {
        ...{ protocols, os, arch, shasum, filename: archive, download_url: `/files/${archive}` },
        shasums_url: `/files/${files.checksums}`,
        shasums_signature_url: `/files/${files.checksums}.sig`,
        signing_keys: { gpg_public_keys: [{ key_id: "unused", ascii_armor: publicKey }] },
      };
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path.startsWith("/files/"))
      return response.end(readFileSync(join(folder, path.slice("/files/".length))));
    const answer = answers[path];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer?.()));
  });
  const port = await listening(server);
  return {
    settings: `host "registry.example" {\n  services = {\n    "providers.v1" = "http://127.0.0.1:${port}/v1/"\n  }\n}\n`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
