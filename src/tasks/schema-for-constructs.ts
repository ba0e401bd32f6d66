import type { Attribute, Block, ProviderSchema, ProviderSchemas, Schema } from "./provider-schemas";

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
