import { distinct } from "./equal";
import { MsgpackReader } from "./msgpack/reader";
import { MsgpackWriter } from "./msgpack/writer";
import { parseNumber, supportedNumber } from "./number";
import { asObject, type ObjectValue, plainObject } from "./object-value";
import { type PathStep, required, withPath } from "./path";
import { attributeOrder, type Type } from "./type";
import { Unknown, unknown, type Value } from "./value";

/** The extension code of an unknown value with refinements. Any other code is an unknown value without them. */
const refinedUnknownCode = 12;

/** An unknown value without refinements: an extension of code 0 with one arbitrary byte. */
const plainUnknown = { code: 0, data: Uint8Array.of(0) };

/**
 * Decodes a value from the bytes that Terraform sends (its "object wire format"). Strings are in normal form C, sets have no
 * duplicates, and objects have exactly the attributes of their type.
 * @throws ValueError for truncated or invalid bytes, and for a part of the wrong type
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  return withPath((path) => {
    const reader = new MsgpackReader(bytes);
    const value = read({ reader, path }, type);
    if (reader.left > 0) throw new Error("bytes follow the value");
    return value;
  });
}

interface Decoder {
  readonly reader: MsgpackReader;
  /** The current path; mutated during decoding. */
  readonly path: PathStep[];
}

function read(decoder: Decoder, type: Type): Value {
  const { reader } = decoder;
  switch (reader.next()) {
    case "nil":
      return reader.readNil();
    case "extension":
      return readUnknown(reader);
    case "end":
      throw new Error("the bytes end before the value does");
  }
  switch (type.kind) {
    case "string":
      return isText(reader) ? reader.readString().normalize() : required("a string");
    case "number":
      return readNumber(reader);
    case "bool":
      return reader.next() === "bool" ? reader.readBool() : required("a bool");
    case "list":
      return readElements(decoder, "list", type.element);
    case "set":
      return distinct(type.element, readElements(decoder, "set", type.element));
    case "map":
      return readMap(decoder, type.element);
    case "object":
      return readObject(decoder, type.attributes);
  }
}

/** Terraform refuses an unknown value whose refinements it sent and does not get back. */
function readUnknown(reader: MsgpackReader): Unknown {
  const { code, data } = reader.readExtension();
  const isRefined = code === refinedUnknownCode && data.length > 1;
  return isRefined ? new Unknown(Uint8Array.from(data)) : unknown;
}

function readNumber(reader: MsgpackReader): number {
  switch (reader.next()) {
    case "integer":
      return supportedNumber(reader.readInteger());
    case "float":
      // All digits of a float, which may be more than those of its shortest text.
      return parseNumber(reader.readFloat().toPrecision(100));
    case "string":
    case "binary":
      return parseNumber(reader.readString());
    default:
      return required("a number");
  }
}

function readElements(decoder: Decoder, kind: "list" | "set", element: Type): Value[] {
  const { reader, path } = decoder;
  if (reader.next() !== "array") required(`a ${kind}`);
  const length = reader.readArrayLength();
  const values: Value[] = [];
  const step = { index: 0 };
  path.push(step);
  for (; step.index < length; step.index++) values.push(read(decoder, element));
  path.pop();
  return values;
}

function readMap(decoder: Decoder, element: Type): Value {
  const { reader, path } = decoder;
  if (reader.next() !== "map") required("a map");
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
  if (reader.next() !== "map") required("an object");
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
  const missing = length === inOrder.length ? undefined : inOrder.find(({ name }) => !(name in values));
  if (missing === undefined) return values;
  path.push(missing.step);
  throw new Error("the attribute is missing");
}

function readKey(reader: MsgpackReader): string {
  return isText(reader) ? reader.readString() : required("a key that is a string");
}

function isText(reader: MsgpackReader): boolean {
  const kind = reader.next();
  return kind === "string" || kind === "binary";
}

/**
 * Encodes a value in Terraform's wire format. The bytes equal those of Terraform, except that fractions are decimal strings,
 * never floats.
 * @throws ValueError for a part of the wrong type
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  return withPath((path) => {
    const writer = new MsgpackWriter();
    write({ writer, path }, type, value);
    return writer.bytes();
  });
}

interface Encoder {
  readonly writer: MsgpackWriter;
  /** The current path; mutated during encoding. */
  readonly path: PathStep[];
}

function write(encoder: Encoder, type: Type, value: Value | undefined): void {
  if (value === undefined) throw new Error("the value is missing");
  if (value === null) encoder.writer.nil();
  else if (value instanceof Unknown) writeUnknown(encoder.writer, value);
  else writeKnown(encoder, type, value);
}

function writeKnown(encoder: Encoder, type: Type, value: Value): void {
  const { writer } = encoder;
  switch (type.kind) {
    case "string":
      writer.string(typeof value === "string" ? value.normalize() : required("a string"));
      break;
    case "number":
      writeNumber(writer, typeof value === "number" ? supportedNumber(value) : required("a number"));
      break;
    case "bool":
      writer.bool(typeof value === "boolean" ? value : required("a bool"));
      break;
    case "list":
    case "set":
      writeElements(encoder, type.element, Array.isArray(value) ? value : required(`a ${type.kind}`));
      break;
    case "map":
      writeMap(encoder, type.element, asObject(value) ?? required("a map"));
      break;
    case "object":
      writeObject(encoder, type.attributes, asObject(value) ?? required("an object"));
  }
}

function writeUnknown(writer: MsgpackWriter, { refinements }: Unknown): void {
  if (refinements === undefined) writer.extension(plainUnknown.code, plainUnknown.data);
  else writer.extension(refinedUnknownCode, refinements);
}

function writeNumber(writer: MsgpackWriter, number: number): void {
  if (Number.isInteger(number)) writer.integer(number);
  else writer.string(String(number));
}

function writeElements(encoder: Encoder, element: Type, values: readonly Value[]): void {
  const { writer, path } = encoder;
  writer.array(values.length);
  const step = { index: 0 };
  path.push(step);
  for (const value of values) {
    write(encoder, element, value);
    step.index++;
  }
  path.pop();
}

function writeMap(encoder: Encoder, element: Type, values: ObjectValue): void {
  const { writer, path } = encoder;
  const keys = Object.keys(values).sort();
  writer.map(keys.length);
  for (const key of keys) {
    path.push({ key });
    writer.string(key.normalize());
    write(encoder, element, values[key]);
    path.pop();
  }
}

function writeObject(
  encoder: Encoder,
  attributes: Readonly<Record<string, Type>>,
  values: ObjectValue,
): void {
  const { writer, path } = encoder;
  const { inOrder, byName } = attributeOrder(attributes);
  writer.map(inOrder.length);
  for (const { name, type, step } of inOrder) {
    path.push(step);
    writer.string(name);
    write(encoder, type, values[name]);
    path.pop();
  }
  for (const name in values) {
    if (byName.has(name)) continue;
    path.push({ attribute: name });
    throw new Error("there is no such attribute");
  }
}
