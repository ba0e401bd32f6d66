/** A change of a plan or a drift, as `terraform show -json` prints it. */
export interface ResourceChange {
  address: string;
  type: string;
  name: string;
  change: {
    actions: readonly string[];
    before: Readonly<Record<string, unknown>> | null;
    after: Readonly<Record<string, unknown>> | null;
    after_unknown: unknown;
    replace_paths?: readonly (readonly (string | number)[])[];
  };
}

/** A plan, as far as tasks and tests read it. */
export interface TerraformPlan {
  errored?: boolean;
  resource_changes?: readonly ResourceChange[];
  resource_drift?: readonly ResourceChange[];
  output_changes?: Readonly<Record<string, unknown>>;
}

/** An object of a state. */
export interface StateResource {
  address: string;
  mode: "managed" | "data";
  type: string;
  name: string;
  values: Readonly<Record<string, unknown>>;
  tainted?: boolean;
}

/** A state, as far as tasks and tests read it. */
export interface TerraformState {
  values?: {
    root_module?: { resources?: readonly StateResource[] };
    outputs?: Readonly<Record<string, { value: unknown; sensitive: boolean }>>;
  };
}

/** The output of `terraform providers schema -json`, as far as the generators read it. */
export interface ProviderSchemas {
  provider_schemas: Readonly<Record<string, ProviderSchema>>;
}

/** The schemas of a provider. */
export interface ProviderSchema {
  provider?: Schema;
  resource_schemas?: Readonly<Record<string, Schema>>;
  data_source_schemas?: Readonly<Record<string, Schema>>;
  ephemeral_resource_schemas?: Readonly<Record<string, Schema>>;
  /** From Terraform 1.14 on. */
  list_resource_schemas?: Readonly<Record<string, Schema>>;
  functions?: Readonly<Record<string, Signature>>;
  /** From Terraform 1.14 on. */
  action_schemas?: Readonly<Record<string, Pick<Schema, "block">>>;
  /** From Terraform 1.12 and OpenTofu 1.12 on. */
  resource_identity_schemas?: Readonly<Record<string, IdentitySchema>>;
}

/** The schema of a resource's identity. */
export interface IdentitySchema {
  attributes: Readonly<Record<string, IdentityAttribute>>;
}

/** An attribute of an identity: exactly one of the two flags is true. */
export interface IdentityAttribute {
  type: unknown;
  description?: string;
  required_for_import?: boolean;
  optional_for_import?: boolean;
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

/** Attributes by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** An attribute: with a type, or with nested attributes. */
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

/** The parameters and the result of a function. */
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
