import { type Definition, schemaVersion } from "../definition/definition";
import type { AnyProviderFunction, Parameter } from "../definition/provider-function";
import {
  type Function_Parameter,
  type FunctionMessage,
  type Schema,
  type Schema_Attribute,
  Schema_Object_NestingMode,
  StringKind,
} from "../protocol/generated/tfplugin6";
import type { Attribute, Attributes } from "../schema/attribute";
import { type Type, typeToJson } from "../values/type";

/** Converts a schema to the protocol's form. */
export function protocolSchema(described: Definition): Schema {
  return {
    version: schemaVersion,
    block: {
      version: schemaVersion,
      attributes: protocolAttributes(described.attributes),
      blockTypes: [],
      description: described.description,
      descriptionKind: StringKind.MARKDOWN,
      deprecated: false,
      deprecationMessage: "",
      computed: false,
    },
  };
}

/** Converts a function's signature to the protocol's form. */
export function protocolFunction(definition: AnyProviderFunction): FunctionMessage {
  return {
    parameters: definition.parameters.map(protocolParameter),
    return: { type: typeBytes(definition.returns.parts.type) },
    summary: definition.summary,
    description: definition.description,
    descriptionKind: StringKind.MARKDOWN,
    deprecationMessage: "",
  };
}

function protocolAttributes(attributes: Attributes): Schema_Attribute[] {
  return Object.keys(attributes)
    .sort()
    .map((name) => protocolAttribute(name, attributes[name] as Attribute));
}

function protocolAttribute(name: string, { type, parts }: Attribute): Schema_Attribute {
  const { presence, shape } = parts;
  const { nested } = shape.parts;
  return {
    name,
    type: nested ? new Uint8Array() : typeBytes(type),
    ...(nested && {
      nestedType: {
        attributes: protocolAttributes(nested.attributes),
        nesting: Schema_Object_NestingMode.LIST,
      },
    }),
    description: parts.description,
    descriptionKind: StringKind.MARKDOWN,
    required: presence === "required",
    optional: presence === "optional" || presence === "optional_computed" || presence === "defaulted",
    computed: presence === "computed" || presence === "optional_computed" || presence === "defaulted",
    sensitive: parts.sensitive ?? false,
    deprecated: parts.deprecated !== undefined,
    deprecationMessage: parts.deprecated ?? "",
    writeOnly: parts.writeOnly ?? false,
  };
}

function protocolParameter(parameter: Parameter): Function_Parameter {
  return {
    name: parameter.name,
    type: typeBytes(parameter.shape.parts.type),
    allowNullValue: false,
    allowUnknownValues: false,
    description: parameter.description,
    descriptionKind: StringKind.MARKDOWN,
  };
}

/** A type in the protocol's form. */
export function typeBytes(type: Type): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(typeToJson(type)));
}

/** A map of the protocol, with each member in another form. */
export function mapValues<T, R>(
  members: Readonly<Record<string, T>>,
  form: (member: T) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, form(member)]));
}
