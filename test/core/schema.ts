import {
  Schema_Object_NestingMode as Nesting,
  type ResourceIdentitySchema,
  type Schema,
  type Schema_Attribute,
} from "../../src/terraform/protocol/generated/tfplugin6";
import { type Type, type TypeJson, types } from "../../src/terraform/values/type";

/** An attribute as a core knows it: from the provider's answer, not from the provider's source. */
export interface SchemaAttribute {
  readonly type: Type;
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

/** @throws Error for a dynamic type or a tuple: the providers that are driven here have none */
export function typeFromJson(json: TypeJson): Type {
  if (json === "string" || json === "number" || json === "bool") return types[json];
  const [kind, of] = json as readonly [string, TypeJson];
  if (kind === "list" || kind === "set" || kind === "map") return types[kind](typeFromJson(of));
  if (kind !== "object") throw new Error(`The type ${JSON.stringify(json)} is not supported.`);
  const members = Object.entries(of as unknown as { readonly [name: string]: TypeJson });
  return types.object(Object.fromEntries(members.map(([name, type]) => [name, typeFromJson(type)])));
}

function schemaAttributes(sent: readonly Schema_Attribute[], knowledge: Knowledge): SchemaAttributes {
  return Object.fromEntries(sent.map((attribute) => [attribute.name, schemaAttribute(attribute, knowledge)]));
}

/** @throws Error for nested objects other than in a computed list: the providers that are driven here have no others */
function schemaAttribute(sent: Schema_Attribute, knowledge: Knowledge): SchemaAttribute {
  const { name, nestedType, optional, required } = sent;
  if (nestedType !== undefined && (nestedType.nesting !== Nesting.LIST || optional || required))
    throw new Error(`${name} is not a computed list.`);
  return {
    type: nestedType
      ? types.list(typeOf(schemaAttributes(nestedType.attributes, knowledge)))
      : typeIn(sent.type),
    isOptional: optional,
    isComputed: sent.computed,
    isSensitive: sent.sensitive,
    isWriteOnly: knowledge.knowsWriteOnly && sent.writeOnly,
  };
}

function typeOf(attributes: SchemaAttributes): Type {
  return types.object(Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, type])));
}
