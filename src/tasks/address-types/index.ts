import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AddressType, addressTypes } from "../../../lib/address-types";
import { inTemporaryFolder } from "../../cli/project/folders";
import { filesAt } from "../files";
import { npm, output } from "../programs";

const providers = ["aws", "azurerm", "cloudflare", "digitalocean", "google"];

/** A type of an older version than the published classes, and an argument of a newer one. */
const unpublished: readonly string[] = [
  "cloudflare_record.content",
  "cloudflare_record.type",
  "digitalocean_droplet.public_networking",
];

/**
 * Compares the attributes that `monitorAddresses` reads with the classes of the npm packages of the providers, which it
 * downloads: about 110 MB. `npm test` does not run this.
 */
export async function run(): Promise<void> {
  const errors: string[] = [];
  for (const provider of providers)
    await inTemporaryFolder(async (folder) => {
      const tarball = (await npm(folder, "pack", "--silent", `@cdktf/provider-${provider}`)).trim();
      await output("tar", ["-xzf", tarball, "--wildcards", "package/lib/*.d.ts"], { cwd: folder });
      const files = await filesAt(join(folder, "package", "lib"));
      const types = Object.entries(addressTypes).filter(([name]) => name.startsWith(`${provider}_`));
      for (const [name, type] of types) {
        const full = name.replaceAll("_", "-");
        const own = [full, full.slice(provider.length + 1)].map((each) => `/package/lib/${each}/`);
        const ofType = files.filter((file) => own.some((place) => file.includes(place)));
        const code = await Promise.all(ofType.map((file) => readFile(file, "utf8")));
        errors.push(...errorsIn(name, type, code.join("\n")));
      }
      process.stdout.write(`${tarball}: ${types.length} types\n`);
    });
  process.stderr.write(errors.map((error) => `${error}\n`).join(""));
  process.exitCode = errors.length === 0 ? 0 : 1;
}

function errorsIn(name: string, type: AddressType, code: string): string[] {
  const { hosts, hostLists, certificates, certificateLists, exists, when } = type;
  return [hosts, hostLists, certificates, certificateLists, exists, Object.keys(when ?? {})]
    .flatMap((paths) => paths ?? [])
    .filter((path) => !unpublished.includes(`${name}.${path}`))
    .filter((path) => !hasAttribute(code, path.replace(/\?$/, "")))
    .map((path) => `${name}: its class has no ${path}`);
}

/** Whether a class of a resource has the attribute, in the blocks to which the path leads. */
function hasAttribute(code: string, path: string): boolean {
  const classes = new Map(
    [...code.matchAll(/^export declare class (\w+) extends ([\w.]+) \{$(.*?)^\}/gms)].map(
      ([, name = "", base = "", body = ""]) => [name, { base, body }] as const,
    ),
  );
  let body = [...classes.values()].find(({ base }) => base === "cdktf.TerraformResource")?.body;
  for (const part of path.split(/[.[\]]+/).filter((text) => !/^\d*$/.test(text))) {
    const attribute = part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const type = new RegExp(`get ${attribute}\\(\\): ([\\w.]+)`).exec(body ?? "")?.[1];
    if (type === undefined) return false;
    body = classes.get(type.replace(/(?:List|Map)$/, "OutputReference"))?.body;
  }
  return true;
}
