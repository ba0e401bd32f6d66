import type { Attribute, Block, ProviderSchema, ProviderSchemas, Schema } from "../../terraform/json";
import { kindReferredTo } from "./types";

/**
 * The schemas for CDKTF's generator: in alphabetical order, so that it makes the same code each time, and without versions,
 * which it would pin for all users. It ignores deprecations, write-only arguments, and constructs in place of SIDs, so the
 * descriptions mention them, where editors show them.
 */
export function schemasForConstructs(schemas: ProviderSchemas): ProviderSchemas {
  return { provider_schemas: mapped(schemas.provider_schemas, provider) };
}

function provider(schema: ProviderSchema): ProviderSchema {
  return {
    ...(schema.provider && { provider: described(schema.provider, "provider") }),
    resource_schemas: mapped(schema.resource_schemas ?? {}, described),
    data_source_schemas: mapped(schema.data_source_schemas ?? {}, (one, type) =>
      described(one, `data.${type}`),
    ),
  };
}

function described(schema: Schema, path: string): Schema {
  return { ...schema, block: block(schema.block, path) };
}

function block(given: Block, path: string): Block {
  return {
    ...given,
    attributes: mapped(given.attributes ?? {}, (one, name) => attribute(one, `${path}.${name}`)),
    block_types: mapped(given.block_types ?? {}, (type, name) => ({
      ...type,
      block: block(type.block, `${path}.${name}`),
    })),
  };
}

function attribute(given: Attribute, path: string): Attribute {
  const { nested_type: nested } = given;
  const nestedAttribute = (one: Attribute, name: string): Attribute => attribute(one, `${path}.${name}`);
  return {
    ...given,
    description: [given.description, ...remarks(given, path)].join("\n\n"),
    ...(nested && { nested_type: { ...nested, attributes: mapped(nested.attributes, nestedAttribute) } }),
  };
}

/** Paragraphs that only users of the constructs need. */
function remarks({ type, write_only: writeOnly, deprecated }: Attribute, path: string): string[] {
  const inPlace = Array.isArray(type)
    ? "Constructs can stand for their SIDs"
    : "The construct can stand for its SID";
  return [
    ...(kindReferredTo(path) === undefined ? [] : [`${inPlace}.`]),
    ...(writeOnly ? ["Write-only: needs Terraform or OpenTofu 1.11, and reads as null."] : []),
    ...(deprecated ? ["@deprecated"] : []),
  ];
}

function mapped<T>(
  items: Readonly<Record<string, T>>,
  change: (item: T, name: string) => T,
): Record<string, T> {
  const names = Object.keys(items).sort();
  return Object.fromEntries(names.map((name) => [name, change(items[name] as T, name)]));
}
