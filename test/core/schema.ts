import {
  type ResourceIdentitySchema,
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

/** The schema of a resource's identity. */
export interface IdentitySchema {
  readonly version: number;
  readonly names: readonly string[];
  /** The attributes that an import must give. */
  readonly required: readonly string[];
  readonly type: Type;
}

/** How much of a schema a version of a core knows. */
interface Knowledge {
  /** Whether it knows write-only attributes. Otherwise they are ordinary ones. */
  readonly knowsWriteOnly: boolean;
}

/** @throws Error for a schema with blocks: the providers that are driven here have attributes only */
export function objectSchema(
  { version, block }: Schema,
  knowledge: Knowledge = { knowsWriteOnly: true },
): ObjectSchema {
  if (block === undefined || block.blockTypes.length > 0) throw new Error("A schema has blocks.");
  const attributes = schemaAttributes(block.attributes, knowledge);
  return { version, attributes, type: typeOf(attributes) };
}

export function identitySchema({ version, identityAttributes }: ResourceIdentitySchema): IdentitySchema {
  return {
    version,
    names: identityAttributes.map(({ name }) => name),
    required: identityAttributes.filter(({ requiredForImport }) => requiredForImport).map(({ name }) => name),
    type: types.object(Object.fromEntries(identityAttributes.map(({ name, type }) => [name, typeIn(type)]))),
  };
}

/** A type as a schema has it: JSON. */
export function typeIn(sent: Uint8Array): Type {
  return typeFromJson(JSON.parse(new TextDecoder().decode(sent)));
}

function schemaAttributes(sent: readonly Schema_Attribute[], knowledge: Knowledge): SchemaAttributes {
  return Object.fromEntries(sent.map((attribute) => [attribute.name, schemaAttribute(attribute, knowledge)]));
}

function schemaAttribute(sent: Schema_Attribute, knowledge: Knowledge): SchemaAttribute {
  const rest = {
    isOptional: sent.optional,
    isComputed: sent.computed,
    isSensitive: sent.sensitive,
    isWriteOnly: knowledge.knowsWriteOnly && sent.writeOnly,
  };
  if (sent.nestedType === undefined) return { type: typeIn(sent.type), ...rest };
  const attributes = schemaAttributes(sent.nestedType.attributes, knowledge);
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
