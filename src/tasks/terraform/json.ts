/** What `terraform providers schema -json` prints, as far as the generators read it. */
export interface ProviderSchemas {
  provider_schemas: Readonly<Record<string, ProviderSchema>>;
}

/** One provider's schemas. */
export interface ProviderSchema {
  provider?: Schema;
  resource_schemas?: Readonly<Record<string, Schema>>;
  data_source_schemas?: Readonly<Record<string, Schema>>;
  ephemeral_resource_schemas?: Readonly<Record<string, Schema>>;
  functions?: Readonly<Record<string, Signature>>;
}

/** The schema of a resource, a data source or the provider. */
export interface Schema {
  version?: number;
  block: Block;
}

/** The attributes and blocks of a schema. */
export interface Block {
  attributes?: Attributes;
  block_types?: Readonly<Record<string, { nesting_mode: string; block: Block }>>;
  description?: string;
  deprecated?: boolean;
}

/** Attributes by their names. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** An attribute: of a type, or with attributes of its own. */
export interface Attribute {
  type?: unknown;
  nested_type?: { nesting_mode: string; attributes: Attributes };
  description?: string;
  required?: boolean;
  optional?: boolean;
  computed?: boolean;
  sensitive?: boolean;
  write_only?: boolean;
  deprecated?: boolean;
}

/** What a function takes and returns. */
export interface Signature {
  summary?: string;
  description?: string;
  deprecation_message?: string;
  return_type: unknown;
  parameters?: readonly Parameter[];
  variadic_parameter?: Parameter;
}

/** A parameter of a function. */
export interface Parameter {
  name: string;
  type: unknown;
  description?: string;
  is_nullable?: boolean;
}
