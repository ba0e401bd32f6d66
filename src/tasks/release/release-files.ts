import { executable } from "../../cli/commands/install/mirror";
import { PROVIDER_PROTOCOL } from "../../terraform/serve/handshake";
import { programName, type ReleasePlatform } from "./platforms";

/** The names of a release's files, and the names in them, as Terraform's registry has them (Publish Providers). */
export function releaseFiles(version: string) {
  const stem = `${executable}_${version}`;
  return {
    archive: ({ name }: ReleasePlatform) => `${stem}_${name}.zip`,
    program: (platform: ReleasePlatform) => programName(`${executable}_v${version}`, platform),
    manifest: `${stem}_manifest.json`,
    checksums: `${stem}_SHA256SUMS`,
    billOfMaterials: `${stem}_sbom.cdx.json`,
  };
}

/** What the registry is told: without it, it takes providers for ones of protocol 5. */
export function registryManifest(): string {
  const manifest = { version: 1, metadata: { protocol_versions: [`${PROVIDER_PROTOCOL}.0`] } };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
