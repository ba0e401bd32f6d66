import type { Attribute, ProviderSchema, ProviderSchemas, Schema } from "../../terraform/json";
import { deprecationOf } from "./provider-attributes";
import { kindReferredTo } from "./types";

/**
 * The schemas for CDKTF's generator: in alphabetical order, so that it makes the same code each time, and without versions,
 * which it would pin for all users. It ignores deprecations, write-only arguments, and constructs in place of SIDs, so the
 * descriptions mention them, where editors show them.
 */
export function schemasForConstructs(schemas: ProviderSchemas): ProviderSchemas {
  return { provider_schemas: mapped(schemas.provider_schemas, provider) };
}

/**
 * The generator that works for CDKTF drops ephemeral resources, so they pass as resources with this prefix. The class is
 * then named as that of a data source, `EphemeralRblmonitorManualCheck`.
 */
export const EPHEMERAL = "rblmonitor_ephemeral_";

function provider(schema: ProviderSchema): ProviderSchema {
  // The provider has no nested blocks.
  const described = (one: Schema, path: string): Schema => ({
    ...one,
    block: {
      ...one.block,
      attributes: mapped(one.block.attributes ?? {}, (each, name) => attribute(each, `${path}.${name}`)),
    },
  });
  const ephemeral = Object.entries(schema.ephemeral_resource_schemas ?? {}).map(
    ([type, one]) => [EPHEMERAL + type, described(one, `ephemeral.${type}`)] as const,
  );
  return {
    ...(schema.provider && { provider: described(schema.provider, "provider") }),
    resource_schemas: mapped(
      { ...mapped(schema.resource_schemas ?? {}, described), ...Object.fromEntries(ephemeral) },
      (one) => one,
    ),
    data_source_schemas: mapped(schema.data_source_schemas ?? {}, (one, type) =>
      described(one, `data.${type}`),
    ),
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
    ? "Accepts constructs in place of SIDs"
    : "Accepts a construct in place of a SID";
  return [
    ...(kindReferredTo(path) === undefined ? [] : [`${inPlace}.`]),
    ...(writeOnly ? ["Write-only: needs Terraform or OpenTofu 1.11, and reads as null."] : []),
    ...(deprecated ? [`@deprecated ${deprecationOf(path)}`.trimEnd()] : []),
  ];
}

function mapped<T>(
  items: Readonly<Record<string, T>>,
  change: (item: T, name: string) => T,
): Record<string, T> {
  const names = Object.keys(items).sort();
  return Object.fromEntries(names.map((name) => [name, change(items[name] as T, name)]));
}
