import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderSchemas } from "../../real-terraform/json";
import { type DocsEntry, entriesOf, sorts } from "./entry";
import { docsPage, importExample, typescriptExample } from "./page";

/**
 * The provider's documentation for the Terraform registry: a page for the provider, and one for each resource, data
 * source and function. A page can lack examples; {@link missingExamples} lists them.
 *
 * @param schemas the output of `terraform providers schema -json`
 * @param folder the folder of the examples
 * @returns path → content
 */
export async function generateDocs(schemas: ProviderSchemas, folder = "examples") {
  const pages = entriesOf(schemas).map(async (entry) => {
    return [`docs/${entry.page}`, docsPage(entry, await readExamples(entry, folder))] as const;
  });
  return new Map(await Promise.all(pages));
}

/** A line for each missing example, and for each folder of examples that belongs to nothing in the schema. */
export async function missingExamples(schemas: ProviderSchemas, folder = "examples"): Promise<string[]> {
  const entries = entriesOf(schemas);
  const missing = entries.map(async (entry) =>
    Object.entries(await readExamples(entry, folder))
      .filter(([, text]) => text === undefined)
      .map(([file]) => `${folder}/${entry.folder}/${file} is missing`),
  );
  const known = new Set(entries.map((entry) => entry.folder));
  const stray = Object.values(sorts).map(async ({ folder: sort }) =>
    (await readdir(join(folder, sort)).catch(() => []))
      .filter((name) => !known.has(`${sort}/${name}`))
      .map((name) => `${folder}/${sort}/${name} belongs to nothing in the schema`),
  );
  return (await Promise.all([...missing, ...stray])).flat();
}

/** The texts of the examples that an entry needs; undefined for missing ones. */
async function readExamples({ sort, identity, hcl, folder: own }: DocsEntry, folder: string) {
  // These have no constructs.
  const hasConstructs = !["ephemeral resource", "list resource", "action"].includes(sort);
  const files = [hcl, ...(hasConstructs ? [typescriptExample] : [])];
  if (sort === "resource" && identity !== undefined) files.push(importExample);
  const read = files.map(async (file) => {
    return [file, await readFile(join(folder, own, file), "utf8").catch(() => undefined)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
