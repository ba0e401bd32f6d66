import { type Definition, schemaVersion } from "../definition/definition";
import type { Provider } from "../definition/provider";
import type { Schema_Attribute } from "../protocol/generated/tfplugin6";
import { identifiedResources, identitySchema } from "./identity";
import { mapValues, protocolFunction, protocolSchema } from "./protocol-forms";

/**
 * The provider's schema as `terraform providers schema -json` prints it, keys in order.
 * @param source the provider's full source address, such as `registry.terraform.io/rblmonitor/rblmonitor`
 */
export function schemaJson(source: string, provider: Provider): object {
  return {
    format_version: "1.0",
    provider_schemas: {
      [source]: {
        provider: schema(provider),
        resource_schemas: mapValues(provider.resources, schema),
        data_source_schemas: mapValues(provider.dataSources, schema),
        ephemeral_resource_schemas: mapValues(provider.ephemeralResources, schema),
        list_resource_schemas: mapValues(provider.listResources, schema),
        // An action has no state, and therefore no version.
        action_schemas: mapValues(provider.actions, (action) => ({ block: schema(action).block })),
        functions: mapValues(provider.functions, signature),
        resource_identity_schemas: mapValues(identifiedResources(provider), identity),
      },
    },
  };
}

function schema(described: Definition) {
  const attributes = protocolSchema(described).block?.attributes ?? [];
  const { description } = described;
  return {
    version: schemaVersion,
    block: { attributes: named(attributes, attribute), description, description_kind: "markdown" },
  };
}

/** The identity schemas that Terraform 1.12 and OpenTofu 1.12 print. */
function identity(resource: Parameters<typeof identitySchema>[0]): object {
  const { version, identityAttributes } = identitySchema(resource);
  return {
    version,
    attributes: named(identityAttributes, ({ type, description, requiredForImport }) => ({
      type: typeJson(type),
      description,
      ...(requiredForImport ? { required_for_import: true } : { optional_for_import: true }),
    })),
  };
}

function attribute({ type, nestedType, description, ...flags }: Schema_Attribute): object {
  const { required, optional, computed, sensitive, writeOnly: write_only, deprecated } = flags;
  const set = Object.entries({ required, optional, computed, sensitive, write_only, deprecated });
  return {
    ...(nestedType
      ? { nested_type: { attributes: named(nestedType.attributes, attribute), nesting_mode: "list" } }
      : { type: typeJson(type) }),
    description,
    description_kind: "markdown",
    ...Object.fromEntries(set.filter(([, isSet]) => isSet)),
  };
}

function signature(definition: Parameters<typeof protocolFunction>[0]): object {
  const { description, summary, return: returned, parameters } = protocolFunction(definition);
  const form = parameters.map(({ name, description, type }) => ({ name, description, type: typeJson(type) }));
  const return_type = typeJson(returned?.type);
  return { description, summary, return_type, ...(form.length > 0 && { parameters: form }) };
}

function typeJson(type: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(type));
}

function named<T extends { readonly name: string }>(list: readonly T[], form: (item: T) => object) {
  return mapValues(Object.fromEntries(list.map((item) => [item.name, item])), form);
}
