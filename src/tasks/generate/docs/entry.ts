import { byName } from "../../named";
import type { Block, ProviderSchemas, Schema, Signature } from "../../real-terraform/json";

/** The sorts of entries: the name in titles, the folder of pages and examples, and the place of the schemas. */
export const sorts = {
  resource: { title: "Resource", folder: "resources", schemas: "resource_schemas" },
  "data source": { title: "Data Source", folder: "data-sources", schemas: "data_source_schemas" },
  "ephemeral resource": {
    title: "Ephemeral Resource",
    folder: "ephemeral-resources",
    schemas: "ephemeral_resource_schemas",
  },
  "list resource": { title: "List Resource", folder: "list-resources", schemas: "list_resource_schemas" },
  action: { title: "Action", folder: "actions", schemas: "action_schemas" },
  function: { title: "function", folder: "functions", schemas: "functions" },
} as const;

/** What users declare or call: a subject of the registry's documentation, and most are constructs. */
export type DocsEntry = ReturnType<typeof entriesOf>[number];

/** The provider's own name, with which the names of its types begin. */
export const provider = "rblmonitor";

/** The provider, and all that it has, in alphabetical order within each sort. */
export function entriesOf({ provider_schemas: schemas }: ProviderSchemas) {
  const [schema = {}] = Object.values(schemas);
  const entry = (sort: "provider" | keyof typeof sorts, name: string, member: Schema | Signature) => {
    const group = sort === "provider" ? undefined : sorts[sort].folder;
    // Of the examples, below examples/.
    const folder = group ? `${group}/${name}` : "provider";
    // The registry prescribes the folder and the name of a page below docs/.
    const page = group ? `${group}/${name.replace(`${provider}_`, "")}.md` : "index.md";
    // A singular name, such as `resource.tf` in the folder `resources`. Other examples have the same name in all folders.
    const hcl = `${group?.slice(0, -1) ?? "provider"}${sort === "list resource" ? ".tfquery.hcl" : ".tf"}`;
    const signature = "return_type" in member ? member : undefined;
    // The description and the attributes. A function has no attributes.
    const block: Block = "block" in member ? member.block : member;
    const identity = sort === "resource" ? schema.resource_identity_schemas?.[name] : undefined;
    return { sort, name, folder, page, hcl, signature, block, identity };
  };
  const members = (Object.keys(sorts) as (keyof typeof sorts)[]).flatMap((sort) =>
    byName(Object.entries(schema[sorts[sort].schemas] ?? {})).map(([name, member]) =>
      entry(sort, name, member),
    ),
  );
  return [entry("provider", provider, schema.provider ?? { block: {} }), ...members];
}
