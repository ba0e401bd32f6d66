import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AddressType, addressTypes } from "../../lib/address-types";
import { inTemporaryFolder } from "../../src/cli/project/folders";
import { filesAt } from "../../src/tasks/files";
import { npm, output } from "../../src/tasks/programs";

/*
 * Compares the attributes that `monitorAddresses` reads with the classes of the npm packages of the providers, which it
 * downloads: about 110 MB.
 */
const describePublished = process.env.RBLMONITOR_TEST_PUBLISHED ? describe : describe.skip;

const providers = ["aws", "azurerm", "cloudflare", "digitalocean", "google"];

/** A type of an older version than the published classes, and an argument of a newer one. */
const unpublished: readonly string[] = [
  "cloudflare_record.content",
  "cloudflare_record.type",
  "digitalocean_droplet.public_networking",
];

/** The attributes of a type that the code of its class does not have. */
function missingIn(name: string, type: AddressType, code: string): string[] {
  const { hosts, hostLists, certificates, certificateLists, exists, when } = type;
  return [hosts, hostLists, certificates, certificateLists, exists, Object.keys(when ?? {})]
    .flatMap((paths) => paths ?? [])
    .map((path) => `${name}.${path}`)
    .filter((path) => !unpublished.includes(path))
    .filter((path) => !hasAttribute(code, path.slice(name.length + 1).replace(/\?$/, "")));
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

describePublished("the types of monitorAddresses", () => {
  it.each(providers)("have their attributes in the published classes of the provider %s", (provider) =>
    inTemporaryFolder(async (folder) => {
      const tarball = (await npm(folder, "pack", "--silent", `@cdktf/provider-${provider}`)).trim();
      await output("tar", ["-xzf", tarball, "--wildcards", "package/lib/*.d.ts"], { cwd: folder });
      const files = await filesAt(join(folder, "package", "lib"));
      const types = Object.entries(addressTypes).filter(([name]) => name.startsWith(`${provider}_`));
      expect(types).not.toEqual([]);
      for (const [name, type] of types) {
        const full = name.replaceAll("_", "-");
        const own = [full, full.slice(provider.length + 1)].map((each) => `/package/lib/${each}/`);
        const ofType = files.filter((file) => own.some((place) => file.includes(place)));
        const code = await Promise.all(ofType.map((file) => readFile(file, "utf8")));
        expect(missingIn(name, type, code.join("\n"))).toEqual([]);
      }
    }),
  );
});
