/** The output of `terraform providers schema -json`, as far as the generators read it. */
export interface ProviderSchemas {
  provider_schemas: Readonly<Record<string, ProviderSchema>>;
}

type Sort = "resource" | "data_source" | "ephemeral_resource" | "list_resource" | "action";

/** The schemas of a provider. Older versions of Terraform and OpenTofu print fewer sorts. */
export interface ProviderSchema extends Partial<Record<`${Sort}_schemas`, Readonly<Record<string, Schema>>>> {
  provider?: Schema;
  functions?: Readonly<Record<string, Signature>>;
  resource_identity_schemas?: Readonly<Record<string, IdentitySchema>>;
}

export interface IdentitySchema {
  attributes: Readonly<
    Record<string, { type: unknown; description?: string; required_for_import?: boolean }>
  >;
}

export interface Schema {
  version?: number;
  block: Block;
}

export interface Block {
  attributes?: Attributes;
  block_types?: Readonly<Record<string, unknown>>;
  description?: string;
  deprecated?: boolean;
}

export type Attributes = Readonly<Record<string, Attribute>>;

type Flag = "required" | "optional" | "computed" | "sensitive" | "write_only" | "deprecated";

/** An attribute: with a type, or with nested attributes. */
export interface Attribute extends Readonly<Partial<Record<Flag, boolean>>> {
  type?: unknown;
  nested_type?: { nesting_mode: string; attributes: Attributes };
  description?: string;
}

/** The parameters and the result of a function. */
export interface Signature {
  summary?: string;
  description?: string;
  return_type: unknown;
  parameters?: readonly { name: string; type: unknown; description?: string }[];
}
