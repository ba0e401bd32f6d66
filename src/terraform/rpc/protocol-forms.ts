import { type Definition, type ProviderFunction, schemaVersion } from "../definition/definition";
import { DiagnosticError } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import {
  type AttributePath,
  type AttributePath_Step,
  type DynamicValue,
  type FunctionMessage,
  type Schema,
  type Schema_Attribute,
  Schema_Object_NestingMode,
  StringKind,
} from "../protocol/generated/tfplugin6";
import type { Attribute, Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { decodeJson } from "../values/json";
import { decodeMsgpack, encodeMsgpack } from "../values/msgpack";
import { asObject, type ObjectValue } from "../values/object-value";
import { type Path, type PathStep, pathText, ValueError } from "../values/path";
import { type Type, typeToJson } from "../values/type";
import type { Value } from "../values/value";

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
export function protocolFunction(definition: ProviderFunction): FunctionMessage {
  return {
    parameters: definition.parameters.map(({ name, description, shape }) => ({
      name,
      type: typeBytes(shape.parts.type),
      allowNullValue: false,
      allowUnknownValues: false,
      description,
      descriptionKind: StringKind.MARKDOWN,
    })),
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

/** A type in the protocol's form. */
export function typeBytes(type: Type): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(typeToJson(type)));
}

/** A map of the protocol in the order of its names, with each member in another form. */
export function mapValues<T, R>(members: Readonly<Record<string, T>>, form: (member: T) => R) {
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, form(members[name] as T)]));
}

/** Converts a path to the protocol's form. */
export function protocolPath(attributes: Attributes, path: Path): AttributePath {
  return { steps: addressablePart(attributes, path).map((step) => ({ selector: selector(step) })) };
}

/**
 * The part of a path that Terraform accepts. It ends at a set, whose elements have no address, and where the schema ends.
 */
function addressablePart(attributes: Attributes, path: Path): Path {
  let type: Type | undefined = objectType(attributes);
  const end = path.findIndex((step) => {
    type = type && stepInto(type, step);
    return type === undefined;
  });
  return end < 0 ? path : path.slice(0, end);
}

function stepInto(type: Type, step: PathStep): Type | undefined {
  if ("attribute" in step) return type.kind === "object" ? type.attributes[step.attribute] : undefined;
  return type.kind === ("key" in step ? "map" : "list") ? type.element : undefined;
}

function selector(step: PathStep): NonNullable<AttributePath_Step["selector"]> {
  if ("attribute" in step) return { $case: "attributeName", value: step.attribute };
  return "key" in step
    ? { $case: "elementKeyString", value: step.key }
    : { $case: "elementKeyInt", value: step.index };
}

/** Decodes a value in MessagePack or JSON; undefined and empty values are null. */
export function decodeValue(type: Type, sent: DynamicValue | undefined): Value {
  if (sent === undefined) return null;
  if (sent.msgpack.length > 0) return decodeMsgpack(type, sent.msgpack);
  return sent.json.length > 0 ? decodeJson(type, new TextDecoder().decode(sent.json)) : null;
}

/** Decodes an object of a schema. @throws DiagnosticError at the attribute, for a value that does not fit it */
export function decodeObject(attributes: Attributes, sent: DynamicValue | undefined): ObjectValue | null {
  try {
    return asObject(decodeValue(objectType(attributes), sent));
  } catch (thrown) {
    if (!(thrown instanceof ValueError)) throw thrown;
    const path = addressablePart(attributes, thrown.path);
    if (path.length === 0) throw thrown;
    const name = pathText(path);
    throw new DiagnosticError(`Invalid ${name}`, `${name}: ${thrown.problem}.`, path);
  }
}

/** Encodes a value as MessagePack. */
export function encodeValue(type: Type, value: Value): DynamicValue {
  return { msgpack: encodeMsgpack(type, value), json: new Uint8Array() };
}

/** Encodes an object of a schema, or null. */
export function encodeObject(attributes: Attributes, value: ObjectValue | null): DynamicValue {
  return encodeValue(objectType(attributes), value);
}

/** Encodes a state, or null. Drops write-only values. */
export function encodeState(attributes: Attributes, state: object | null): DynamicValue {
  return encodeObject(attributes, state && withoutSecrets(attributes, state as ObjectValue));
}
