/** What `terraform providers schema -json` prints, as far as it is read here. */
export interface ProviderSchemas {
  provider_schemas: Readonly<Record<string, ProviderSchema>>;
}

/** One provider's schemas. */
export interface ProviderSchema {
  provider?: Schema;
  resource_schemas?: Readonly<Record<string, Schema>>;
  data_source_schemas?: Readonly<Record<string, Schema>>;
}

/** The schema of a resource, a data source or the provider. */
export interface Schema {
  version?: number;
  block: Block;
}

/** The attributes and blocks of a schema. */
export interface Block {
  attributes?: Readonly<Record<string, Attribute>>;
  block_types?: Readonly<Record<string, { nesting_mode: string; block: Block }>>;
  description?: string;
  deprecated?: boolean;
}

/** An attribute: of a type, or with attributes of its own. */
export interface Attribute {
  type?: unknown;
  nested_type?: { nesting_mode: string; attributes: Readonly<Record<string, Attribute>> };
  description?: string;
  deprecated?: boolean;
}

/**
 * The schemas as CDKTF's generator should see them: in alphabetical order, so that it makes the same code each time;
 * without versions, which it would pin for all users; and with deprecations, which it ignores, in the descriptions,
 * where editors find them.
 */
export function schemasForConstructs(schemas: ProviderSchemas): ProviderSchemas {
  return { provider_schemas: mapped(schemas.provider_schemas, provider) };
}

function provider(schema: ProviderSchema): ProviderSchema {
  return {
    ...(schema.provider && { provider: described(schema.provider) }),
    resource_schemas: mapped(schema.resource_schemas ?? {}, described),
    data_source_schemas: mapped(schema.data_source_schemas ?? {}, described),
  };
}

function described(schema: Schema): Schema {
  return { ...schema, block: block(schema.block) };
}

function block(given: Block): Block {
  return {
    ...given,
    attributes: mapped(given.attributes ?? {}, attribute),
    block_types: mapped(given.block_types ?? {}, (type) => ({ ...type, block: block(type.block) })),
  };
}

function attribute(given: Attribute): Attribute {
  const { nested_type: nested, description = "" } = given;
  return {
    ...given,
    ...(given.deprecated && { description: `${description}\n\n@deprecated` }),
    ...(nested && { nested_type: { ...nested, attributes: mapped(nested.attributes, attribute) } }),
  };
}

function mapped<T>(items: Readonly<Record<string, T>>, change: (item: T) => T): Record<string, T> {
  const names = Object.keys(items).sort();
  return Object.fromEntries(names.map((name) => [name, change(items[name] as T)]));
}
