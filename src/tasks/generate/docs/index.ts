import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderSchema, ProviderSchemas, Schema, Signature } from "../../real-terraform/json";
import { type DocsEntry, sorts } from "./entry";
import { docsPage, type Examples, importExample, typescriptExample } from "./page";

const provider = "rblmonitor";

/**
 * The provider's documentation for the Terraform registry: a page for the provider, and one for each resource, data
 * source and function. A page can lack examples; {@link missingExamples} lists them.
 *
 * @param schemas the output of `terraform providers schema -json`
 * @param folder the folder of the examples
 * @returns path → content
 */
export async function generateDocs(
  schemas: ProviderSchemas,
  folder = "examples",
): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const entry of entriesOf(schemas))
    pages.set(`docs/${entry.page}`, docsPage(entry, provider, await readExamples(entry, folder)));
  return pages;
}

/** A line for each missing example, and for each folder of examples that belongs to nothing in the schema. */
export async function missingExamples(schemas: ProviderSchemas, folder = "examples"): Promise<string[]> {
  const entries = entriesOf(schemas);
  const missing = entries.map(async (entry) => {
    const examples = await readExamples(entry, folder);
    return examplesOf(entry)
      .filter((file) => examples[file] === undefined)
      .map((file) => `${folder}/${entry.folder}/${file} is missing`);
  });
  const known = new Set(entries.map((entry) => entry.folder));
  const stray = Object.values(sorts).map(async ({ folder: sort }) => {
    const names = await readdir(join(folder, sort)).catch(() => []);
    return names
      .filter((name) => !known.has(`${sort}/${name}`))
      .map((name) => `${folder}/${sort}/${name} belongs to nothing in the schema`);
  });
  return (await Promise.all([...missing, ...stray])).flat();
}

async function readExamples(entry: DocsEntry, folder: string): Promise<Examples> {
  const read = examplesOf(entry).map(async (file) => {
    const path = join(folder, entry.folder, file);
    return [file, await readFile(path, "utf8").catch(() => undefined)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The examples that an entry needs. */
function examplesOf(entry: DocsEntry): readonly string[] {
  // These have no constructs.
  if (["ephemeral resource", "list resource", "action"].includes(entry.sort)) return [entry.hcl];
  const isImported = entry.sort === "resource" && entry.identity !== undefined;
  return [entry.hcl, typescriptExample, ...(isImported ? [importExample] : [])];
}

function entriesOf({ provider_schemas: schemas }: ProviderSchemas): DocsEntry[] {
  const [schema] = Object.values(schemas) as [ProviderSchema];
  const entries = (Object.keys(sorts) as (keyof typeof sorts)[]).flatMap((sort) => {
    const { folder, schemas } = sorts[sort];
    const members = Object.entries(schema[schemas] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    return members.map(([name, member]): DocsEntry => {
      const page = `${folder}/${name.replace(`${provider}_`, "")}.md`;
      // A singular name, such as `resource.tf` in the folder `resources`.
      const hcl = `${folder.slice(0, -1)}${folder === "list-resources" ? ".tfquery.hcl" : ".tf"}`;
      const files = { name, page, folder: `${folder}/${name}`, hcl };
      if (sort === "function")
        return { sort, ...files, block: member as Signature, signature: member as Signature };
      const identity = sort === "resource" ? schema.resource_identity_schemas?.[name] : undefined;
      return { sort, ...files, block: (member as Schema).block, identity };
    });
  });
  const files = { name: provider, page: "index.md", folder: "provider", hcl: "provider.tf" };
  return [{ sort: "provider", ...files, block: schema.provider?.block ?? {} }, ...entries];
}
