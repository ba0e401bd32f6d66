import { attributeOrder } from "../attribute-order";
import { exactNumber, parseNumber } from "../decimal";
import { plainObject } from "../object-value";
import type { PathStep } from "../path";
import { distinct } from "../set-elements";
import type { Type } from "../type";
import { typeFromJson } from "../type-json";
import { Dynamic, Unknown, unknown, type Value } from "../value";
import { maxNesting, ValueError } from "../value-error";
import { MsgpackReader } from "./reader";
import { decodeRefinements, refinedUnknownCode } from "./refinements";

/**
 * Decodes a value from Terraform's bytes. Numbers keep every digit, strings are in normal form C, sets have no duplicates, and
 * objects have exactly the attributes of their type.
 * @throws ValueError for truncated or invalid bytes, and for a part of the wrong type
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const decoder: Decoder = { reader: new MsgpackReader(bytes), path: [], depth: 0 };
  try {
    const value = read(decoder, type);
    if (decoder.reader.left > 0) throw new Error("bytes follow the value");
    return value;
  } catch (error) {
    if (error instanceof ValueError || !(error instanceof Error)) throw error;
    throw new ValueError(error.message, decoder.path);
  }
}

interface Decoder {
  readonly reader: MsgpackReader;
  /** The current path; mutated during decoding. */
  readonly path: PathStep[];
  depth: number;
}

function read(decoder: Decoder, type: Type): Value {
  const { reader } = decoder;
  switch (reader.next()) {
    case "nil":
      return reader.readNil();
    case "extension":
      return readUnknown(reader, type);
    case "end":
      throw new Error("the bytes end before the value does");
  }
  if (++decoder.depth > maxNesting)
    throw new Error(`the value is nested more than ${maxNesting} levels deep`);
  const value = readKnown(decoder, type);
  decoder.depth--;
  return value;
}

function readKnown(decoder: Decoder, type: Type): Value {
  const { reader } = decoder;
  switch (type.kind) {
    case "string":
      if (!isText(reader)) throw new Error("a string is required");
      return reader.readString().normalize();
    case "number":
      return readNumber(reader);
    case "bool":
      if (reader.next() !== "bool") throw new Error("a bool is required");
      return reader.readBool();
    case "list":
    case "set": {
      if (reader.next() !== "array") throw new Error(`a ${type.kind} is required`);
      const elements = readElements(decoder, type.element);
      return type.kind === "set" ? distinct(type.element, elements) : elements;
    }
    case "tuple":
      return readTuple(decoder, type.elements);
    case "map":
      return readMap(decoder, type.element);
    case "object":
      return readObject(decoder, type.attributes);
    case "dynamic":
      return readDynamic(decoder);
  }
}

function readUnknown(reader: MsgpackReader, type: Type): Unknown {
  const { code, data } = reader.readExtension();
  const refinements =
    code === refinedUnknownCode && type.kind !== "dynamic" ? decodeRefinements(data) : undefined;
  return refinements === undefined ? unknown : new Unknown(refinements);
}

function readNumber(reader: MsgpackReader): Value {
  switch (reader.next()) {
    case "integer": {
      const integer = reader.readInteger();
      return typeof integer === "number" ? integer : parseNumber(integer.toString());
    }
    case "float": {
      const float = reader.readFloat();
      if (Number.isNaN(float)) throw new Error("a number is required");
      return exactNumber(float);
    }
    case "string":
    case "binary":
      return parseNumber(reader.readString());
    default:
      throw new Error("a number is required");
  }
}

function readElements(decoder: Decoder, element: Type): Value[] {
  const { reader, path } = decoder;
  const length = reader.readArrayLength();
  const values: Value[] = [];
  const step = { index: 0 };
  path.push(step);
  for (; step.index < length; step.index++) values.push(read(decoder, element));
  path.pop();
  return values;
}

function readTuple(decoder: Decoder, elements: readonly Type[]): Value {
  const { reader, path } = decoder;
  if (reader.next() !== "array" || reader.readArrayLength() !== elements.length) {
    throw new Error(`a tuple of length ${elements.length} is required`);
  }
  return elements.map((element, index) => {
    path.push({ index });
    const value = read(decoder, element);
    path.pop();
    return value;
  });
}

function readMap(decoder: Decoder, element: Type): Value {
  const { reader, path } = decoder;
  if (reader.next() !== "map") throw new Error("a map is required");
  const values = plainObject<Value>();
  for (let left = reader.readMapLength(); left > 0; left--) {
    const key = readKey(reader).normalize();
    path.push({ key });
    values[key] = read(decoder, element);
    path.pop();
  }
  return values;
}

function readObject(decoder: Decoder, attributes: Readonly<Record<string, Type>>): Value {
  const { reader, path } = decoder;
  if (reader.next() !== "map") throw new Error("an object is required");
  const { inOrder, byName } = attributeOrder(attributes);
  const values = plainObject<Value>();
  const length = reader.readMapLength();
  for (let left = length; left > 0; left--) {
    const name = readKey(reader);
    const attribute = byName.get(name);
    path.push(attribute?.step ?? { attribute: name });
    if (attribute === undefined) throw new Error("there is no such attribute");
    if (name in values) throw new Error("the attribute comes twice");
    values[name] = read(decoder, attribute.type);
    path.pop();
  }
  if (length === inOrder.length) return values;
  for (const { name, step } of inOrder) {
    if (name in values) continue;
    path.push(step);
    throw new Error("the attribute is missing");
  }
  return values;
}

function readDynamic(decoder: Decoder): Value {
  const { reader } = decoder;
  if (reader.next() !== "array" || reader.readArrayLength() !== 2) {
    throw new Error("a value with its type is required");
  }
  if (!isText(reader)) throw new Error("the type of a dynamic value is required");
  const type = typeFromJson(parsedType(reader.readString()));
  const value = read(decoder, type);
  return type.kind === "dynamic" ? value : new Dynamic(type, value);
}

function parsedType(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the type of a dynamic value is not JSON");
  }
}

function readKey(reader: MsgpackReader): string {
  if (!isText(reader)) throw new Error("a key must be a string");
  return reader.readString();
}

function isText(reader: MsgpackReader): boolean {
  const kind = reader.next();
  return kind === "string" || kind === "binary";
}
