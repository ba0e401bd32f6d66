import type { Attribute } from "../schema/attribute";
import { typeToJson } from "../values/type";
import { type AnyProviderFunction, type Definition, type Parameter, schemaVersion } from "./definition";
import type { AnyProvider } from "./provider";

/**
 * The provider's schema as `terraform providers schema -json` prints it, keys in order.
 * @param source the provider's full source address, such as `registry.terraform.io/rblmonitor/rblmonitor`
 */
export function schemaJson(source: string, provider: AnyProvider): object {
  return {
    format_version: "1.0",
    provider_schemas: {
      [source]: {
        provider: schema(provider),
        resource_schemas: each(provider.resources, schema),
        data_source_schemas: each(provider.dataSources, schema),
        ephemeral_resource_schemas: each(provider.ephemeralResources, schema),
        list_resource_schemas: each(provider.listResources, schema),
        action_schemas: each(provider.actions, actionSchema),
        functions: each(provider.functions, signature),
        resource_identity_schemas: identities(provider.resources),
      },
    },
  };
}

function schema(described: Definition): { readonly version: number; readonly block: object } {
  return {
    version: schemaVersion,
    block: {
      attributes: each(described.attributes, attribute),
      description: described.description,
      description_kind: "markdown",
    },
  };
}

/** An action has no state, and therefore no version. */
function actionSchema(described: Definition): object {
  const { block } = schema(described);
  return { block };
}

/** The identity schemas that Terraform 1.12 and OpenTofu 1.12 print. */
function identities(resources: AnyProvider["resources"]): Record<string, object> {
  const identified = Object.entries(resources).filter(([, { identity }]) => identity !== undefined);
  return each(Object.fromEntries(identified), ({ identity }) => ({
    version: schemaVersion,
    attributes: each(identity?.attributes ?? {}, ({ type, parts }) => ({
      type: typeToJson(type),
      description: parts.description,
      ...(parts.presence === "required" ? { required_for_import: true } : { optional_for_import: true }),
    })),
  }));
}

function attribute({ type, parts }: Attribute): object {
  const { presence, shape, sensitive, writeOnly, deprecated } = parts;
  const { nested } = shape.parts;
  return {
    ...(nested
      ? { nested_type: { attributes: each(nested.attributes, attribute), nesting_mode: "list" } }
      : { type: typeToJson(type) }),
    description: parts.description,
    description_kind: "markdown",
    ...(presence === "required" && { required: true }),
    ...(presence !== "required" && presence !== "computed" && { optional: true }),
    ...(presence !== "required" && presence !== "optional" && { computed: true }),
    ...(sensitive && { sensitive: true }),
    ...(writeOnly && { write_only: true }),
    ...(deprecated !== undefined && { deprecated: true }),
  };
}

function signature(definition: AnyProviderFunction): object {
  const { parameters } = definition;
  return {
    description: definition.description,
    summary: definition.summary,
    return_type: typeToJson(definition.returns.parts.type),
    ...(parameters.length > 0 && { parameters: parameters.map(parameter) }),
  };
}

function parameter({ name, description, shape }: Parameter): object {
  return { name, description, type: typeToJson(shape.parts.type) };
}

function each<T>(members: Readonly<Record<string, T>>, form: (member: T) => object): Record<string, object> {
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, form(members[name] as T)]));
}
