import type { Block, IdentitySchema, Signature } from "../../real-terraform/json";

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

/** The subject of a page of the registry's documentation, and the place of its examples. */
export interface DocsEntry {
  readonly sort: "provider" | keyof typeof sorts;
  /** The full name, such as `rblmonitor_host`. */
  readonly name: string;
  /** The page below `docs/`; the registry prescribes its folder and name. */
  readonly page: string;
  /** The folder of the examples below `examples/`. */
  readonly folder: string;
  /** The example in HCL, in that folder. Other examples have the same name in all folders. */
  readonly hcl: string;
  /** The description and the attributes. A function has no attributes. */
  readonly block: Block;
  readonly identity?: IdentitySchema | undefined;
  /** That of a function. */
  readonly signature?: Signature;
}
