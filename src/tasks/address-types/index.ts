import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AddressType, addressTypes } from "../../../lib/address-types";
import { inTemporaryFolder } from "../../cli/project/folders";

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
  for (const provider of providers) {
    await inTemporaryFolder(async (folder) => {
      const options = { cwd: folder, encoding: "utf8", maxBuffer: 1e8 } as const;
      const tarball = execFileSync(
        "npm",
        ["pack", "--silent", `@cdktf/provider-${provider}`],
        options,
      ).trim();
      execFileSync("tar", ["-xzf", tarball, "--wildcards", "package/lib/*.d.ts"], options);
      const types = Object.entries(addressTypes).filter(([name]) => name.startsWith(`${provider}_`));
      for (const [name, type] of types) {
        errors.push(...errorsIn(name, type, join(folder, "package", "lib")));
      }
      process.stdout.write(`${tarball}: ${types.length} types\n`);
    });
  }
  process.stderr.write(errors.map((error) => `${error}\n`).join(""));
  process.exitCode = errors.length === 0 ? 0 : 1;
}

function errorsIn(name: string, type: AddressType, library: string): string[] {
  const [, ...words] = name.split("_");
  const folder = readdirSync(library).find((file) =>
    [words.join("-"), name.replaceAll("_", "-")].includes(file),
  );
  const files =
    folder === undefined ? [] : readdirSync(join(library, folder), { recursive: true, encoding: "utf8" });
  const code = files
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => readFileSync(join(library, `${folder}`, file), "utf8"))
    .join("\n");
  const { hosts, hostLists, certificates, certificateLists, exists, when } = type;
  return [hosts, hostLists, certificates, certificateLists, exists, Object.keys(when ?? {})]
    .flatMap((paths) => paths ?? [])
    .filter(
      (path) => !unpublished.includes(`${name}.${path}`) && !hasAttribute(code, path.replace(/\?$/, "")),
    )
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
