import type { Block, ProviderSchema, Signature } from "../../terraform/json";

/** What a page of the registry's documentation is about, and where its examples lie. */
export type DocsEntry = DocsFiles &
  (
    | {
        readonly sort: "provider" | "resource" | "data source" | "ephemeral resource";
        readonly block: Block;
      }
    | { readonly sort: "function"; readonly signature: Signature }
  );

interface DocsFiles {
  /** The full name, such as `rblmonitor_host`. */
  readonly name: string;
  /** The page below `docs/`; the registry prescribes its folder and name. */
  readonly page: string;
  /** The folder of the examples below `examples/`. */
  readonly folder: string;
  /** The example in HCL, in that folder; the others are named alike in all folders. */
  readonly hcl: string;
}

/** The example for CDKTF, in each folder of examples. */
export const TYPESCRIPT = "main.ts";

/** The commands that import the example's first object, in each folder of a resource's examples. */
export const IMPORT = "import.sh";

/** Resources that are acts rather than objects: there is nothing to import. */
const NOT_IMPORTED = ["rblmonitor_manual_check"];

/** The pages of a provider: one for itself, and one for each resource, data source, ephemeral resource and function. */
export function docsEntries(provider: string, schema: ProviderSchema): DocsEntry[] {
  const { resource_schemas: resources, data_source_schemas: dataSources, functions } = schema;
  const page = (folder: string, name: string): string =>
    `${folder}/${name.startsWith(`${provider}_`) ? name.slice(provider.length + 1) : name}.md`;
  return [
    {
      sort: "provider",
      name: provider,
      ...{ page: "index.md", folder: "provider", hcl: "provider.tf" },
      block: schema.provider?.block ?? {},
    },
    ...sorted(resources).map(([name, { block }]) => ({
      sort: "resource" as const,
      ...{ name, page: page("resources", name), folder: `resources/${name}`, hcl: "resource.tf" },
      block,
    })),
    ...sorted(dataSources).map(([name, { block }]) => ({
      sort: "data source" as const,
      ...{ name, page: page("data-sources", name), folder: `data-sources/${name}`, hcl: "data-source.tf" },
      block,
    })),
    ...sorted(schema.ephemeral_resource_schemas).map(([name, { block }]) => ({
      sort: "ephemeral resource" as const,
      ...{ name, page: page("ephemeral-resources", name), folder: `ephemeral-resources/${name}` },
      hcl: "ephemeral-resource.tf",
      block,
    })),
    ...sorted(functions).map(([name, signature]) => ({
      sort: "function" as const,
      ...{ name, page: page("functions", name), folder: `functions/${name}`, hcl: "function.tf" },
      signature,
    })),
  ];
}

/** The examples that an entry is to have. */
export function examplesOf({ sort, name, hcl }: DocsEntry): readonly string[] {
  // CDKTF's generator makes no constructs of ephemeral resources.
  if (sort === "ephemeral resource") return [hcl];
  return sort === "resource" && !NOT_IMPORTED.includes(name) ? [hcl, TYPESCRIPT, IMPORT] : [hcl, TYPESCRIPT];
}

function sorted<T>(members: Readonly<Record<string, T>> = {}): [string, T][] {
  return Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));
}
