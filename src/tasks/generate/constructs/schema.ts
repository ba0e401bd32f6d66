import type { Attribute, Attributes, ProviderSchema, Schema } from "../../real-terraform/json";
import { deprecationOf, kindReferredTo } from "./types";

/**
 * The generator that works for CDKTF drops ephemeral resources, so they pass as resources with this prefix. The class is
 * then named as that of a data source, `EphemeralRblmonitorManualCheck`.
 */
export const ephemeralPrefix = "rblmonitor_ephemeral_";

/**
 * The schema for CDKTF's generator: in alphabetical order, so that it makes the same code each time. It ignores deprecations,
 * write-only arguments, and constructs in place of SIDs, so the descriptions mention them, where editors show them.
 */
export function schemaForConstructs(schema: ProviderSchema): ProviderSchema {
  const { provider, resource_schemas: resources = {}, data_source_schemas: dataSources = {} } = schema;
  const { ephemeral_resource_schemas: ephemeral = {} } = schema;
  return {
    ...(provider && { provider: described(provider, "provider") }),
    resource_schemas: sorted([
      ...Object.entries(resources).map(([type, own]) => [type, described(own, type)] as const),
      ...Object.entries(ephemeral).map(
        ([type, own]) => [ephemeralPrefix + type, described(own, `ephemeral.${type}`)] as const,
      ),
    ]),
    data_source_schemas: sorted(
      Object.entries(dataSources).map(([type, own]) => [type, described(own, `data.${type}`)]),
    ),
  };
}

function described({ version = 0, block }: Schema, path: string): Schema {
  return { version, block: { ...block, attributes: withRemarks(block.attributes, path) } };
}

function withRemarks(attributes: Attributes = {}, path: string): Attributes {
  return sorted(
    Object.entries(attributes).map(([name, attribute]) => {
      const { description, nested_type: nested } = attribute;
      const own = `${path}.${name}`;
      return [
        name,
        {
          ...attribute,
          description: [description, ...remarks(attribute, own)].join("\n\n"),
          ...(nested && { nested_type: { ...nested, attributes: withRemarks(nested.attributes, own) } }),
        },
      ];
    }),
  );
}

/** Paragraphs that only users of the constructs need. */
function remarks({ type, write_only: writeOnly, deprecated }: Attribute, path: string): string[] {
  const inPlace = Array.isArray(type) ? "constructs in place of SIDs" : "a construct in place of a SID";
  return [
    ...(kindReferredTo(path) === undefined ? [] : [`Accepts ${inPlace}.`]),
    ...(writeOnly ? ["Write-only: needs Terraform or OpenTofu 1.11, and reads as null."] : []),
    ...(deprecated ? [`@deprecated ${deprecationOf(path)}`.trimEnd()] : []),
  ];
}

function sorted<Item>(entries: readonly (readonly [name: string, item: Item])[]): Record<string, Item> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
