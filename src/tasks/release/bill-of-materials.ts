import type { BundledPackage } from "../build/licences";
import type { ReleasePlatform } from "../executable/platforms";
import { lockedPackage } from "../executable/runtime";
import { npm } from "../programs";

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly properties?: unknown;
  /** Missing if another package brings a copy. */
  readonly hashes?: unknown;
}

/**
 * The bill of materials of the executables and the npm package, as CycloneDX. npm lists all installed packages; this keeps
 * the bundled ones, adds the runtimes, and drops the fields that change each time: serial number, time, tools.
 *
 * @throws Error when the lock file lacks a package, so that installed and locked packages differ
 */
export async function billOfMaterials(
  packages: readonly BundledPackage[],
  platforms: readonly ReleasePlatform[],
): Promise<string> {
  const everything = await npm(".", "sbom", "--package-lock-only", "--sbom-format=cyclonedx");
  const { metadata, components }: { metadata: { component: Component }; components: Component[] } =
    JSON.parse(everything);
  const { properties, ...released } = metadata.component;
  const ref = released["bom-ref"];
  const bundled = packages.map(async ({ name, version }) => {
    const installed = components.find((each) => each.name === name && each.version === version);
    if (installed === undefined)
      throw new Error(`${name} ${version} is bundled, but not in package-lock.json: run npm ci`);
    // The properties say that it is a development dependency, which is true of all bundled packages.
    const { properties, ...component } = installed;
    return { hashes: (await lockedPackage(name, ".")).hashes, ...component };
  });
  const parts = await Promise.all([...bundled, ...platforms.map(runtimeComponent)]);
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    // npm names it after the folder.
    metadata: { component: { ...released, type: "application", name: ref.slice(0, ref.lastIndexOf("@")) } },
    components: parts,
    dependencies: [{ ref, dependsOn: parts.map((part) => part["bom-ref"]) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

async function runtimeComponent({ runtime }: ReleasePlatform): Promise<Component> {
  const { version, license, hashes } = await lockedPackage(runtime);
  return {
    "bom-ref": `${runtime}@${version}`,
    type: "platform",
    name: runtime,
    version,
    scope: "required",
    purl: `pkg:npm/${runtime.replace("@", "%40")}@${version}`,
    hashes,
    licenses: [{ license: { id: license } }],
  } as Component;
}
