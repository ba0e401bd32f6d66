import {
  type Schema,
  type Schema_Attribute,
  Schema_Object_NestingMode,
} from "../../src/terraform/protocol/generated/tfplugin6";
import { type Type, types } from "../../src/terraform/values/type";
import { typeFromJson } from "../../src/terraform/values/type-json";

/** An attribute as a core knows it: from the provider's answer, not from the provider's source. */
export interface SchemaAttribute {
  readonly type: Type;
  readonly nested?: { readonly mode: Schema_Object_NestingMode; readonly attributes: SchemaAttributes };
  readonly isOptional: boolean;
  readonly isComputed: boolean;
  readonly isSensitive: boolean;
  readonly isWriteOnly: boolean;
}

/** Attributes by name. */
export type SchemaAttributes = Readonly<Record<string, SchemaAttribute>>;

/** The schema of a resource or of a provider, and the type of its values. */
export interface ObjectSchema {
  readonly version: number;
  readonly attributes: SchemaAttributes;
  readonly type: Type;
}

/** @throws Error for a schema with blocks: the providers that are driven here have attributes only */
export function objectSchema({ version, block }: Schema): ObjectSchema {
  if (block === undefined || block.blockTypes.length > 0) throw new Error("A schema has blocks.");
  const attributes = schemaAttributes(block.attributes);
  return { version, attributes, type: typeOf(attributes) };
}

function schemaAttributes(sent: readonly Schema_Attribute[]): SchemaAttributes {
  return Object.fromEntries(sent.map((attribute) => [attribute.name, schemaAttribute(attribute)]));
}

function schemaAttribute(sent: Schema_Attribute): SchemaAttribute {
  const rest = {
    isOptional: sent.optional,
    isComputed: sent.computed,
    isSensitive: sent.sensitive,
    isWriteOnly: sent.writeOnly,
  };
  if (sent.nestedType === undefined)
    return { type: typeFromJson(JSON.parse(new TextDecoder().decode(sent.type))), ...rest };
  const attributes = schemaAttributes(sent.nestedType.attributes);
  const mode = sent.nestedType.nesting;
  return { type: nestedType(mode, typeOf(attributes)), nested: { mode, attributes }, ...rest };
}

function typeOf(attributes: SchemaAttributes): Type {
  return types.object(Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, type])));
}

function nestedType(mode: Schema_Object_NestingMode, object: Type): Type {
  switch (mode) {
    case Schema_Object_NestingMode.LIST:
      return types.list(object);
    case Schema_Object_NestingMode.SET:
      return types.set(object);
    case Schema_Object_NestingMode.MAP:
      return types.map(object);
    default:
      return object;
  }
}
