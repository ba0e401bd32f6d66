import type { Block, IdentitySchema, Signature } from "../../terraform/json";

/** The subject of a page of the registry's documentation, and the place of its examples. */
export type DocsEntry = DocsFiles &
  (
    | {
        readonly sort:
          | "provider"
          | "resource"
          | "data source"
          | "ephemeral resource"
          | "list resource"
          | "action";
        readonly block: Block;
        readonly identity?: IdentitySchema;
      }
    | { readonly sort: "function"; readonly signature: Signature }
  );

/** The names of an entry's files. */
export interface DocsFiles {
  /** The full name, such as `rblmonitor_host`. */
  readonly name: string;
  /** The page below `docs/`; the registry prescribes its folder and name. */
  readonly page: string;
  /** The folder of the examples below `examples/`. */
  readonly folder: string;
  /** The example in HCL, in that folder. Other examples have the same name in all folders. */
  readonly hcl: string;
}
