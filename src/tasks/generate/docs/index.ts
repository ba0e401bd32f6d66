import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderSchemas } from "../../terraform/json";
import { type DocsEntry, docsEntries, examplesOf } from "./entries";
import { docsPage, type Examples } from "./page";

const PROVIDER = "rblmonitor";

const PAGES = "docs";

/**
 * The provider's documentation for the Terraform registry: a page for the provider, and one for each resource, data
 * source and function. What has no example yet has a page without one; {@link missingExamples} names it.
 *
 * @param schemas what `terraform providers schema -json` prints
 * @param folder that of the examples
 * @returns path → content of the file that should be there
 */
export async function generateDocs(
  schemas: ProviderSchemas,
  folder = "examples",
): Promise<Map<string, string>> {
  const made = entriesOf(schemas).map(
    async (entry): Promise<[string, string]> => [
      `${PAGES}/${entry.page}`,
      docsPage(entry, PROVIDER, await readExamples(entry, folder)),
    ],
  );
  return new Map(await Promise.all(made));
}

/**
 * The examples that are to be there and are not, and folders of examples that belong to nothing in the schema.
 *
 * @returns a line for each
 */
export async function missingExamples(schemas: ProviderSchemas, folder = "examples"): Promise<string[]> {
  const entries = entriesOf(schemas);
  const missing = entries.map(async (entry) => {
    const examples = await readExamples(entry, folder);
    return examplesOf(entry)
      .filter((file) => examples[file] === undefined)
      .map((file) => `${folder}/${entry.folder}/${file} is missing`);
  });
  const known = new Set(entries.map((entry) => entry.folder));
  const stray = ["resources", "data-sources", "ephemeral-resources", "functions"].map(async (sort) => {
    const names = await readdir(join(folder, sort)).catch(() => []);
    return names
      .filter((name) => !known.has(`${sort}/${name}`))
      .map((name) => `${folder}/${sort}/${name} is an example of nothing that there is`);
  });
  return (await Promise.all([...missing, ...stray])).flat();
}

function entriesOf({ provider_schemas: schemas }: ProviderSchemas): DocsEntry[] {
  return Object.values(schemas).flatMap((schema) => docsEntries(PROVIDER, schema));
}

async function readExamples(entry: DocsEntry, folder: string): Promise<Examples> {
  const read = examplesOf(entry).map(async (file) => {
    const path = join(folder, entry.folder, file);
    return [file, await readFile(path, "utf8").catch(() => undefined)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
