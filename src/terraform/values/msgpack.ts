import { fitted } from "./json";
import { MsgpackReader, refinedUnknownCode } from "./msgpack/reader";
import { MsgpackWriter } from "./msgpack/writer";
import { supportedNumber } from "./number";
import { asObject, type ObjectValue } from "./object-value";
import { type PathStep, required, withPath } from "./path";
import { attributeOrder, type Type } from "./type";
import { Unknown, type Value } from "./value";

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
    const value = reader.read();
    if (reader.left > 0) throw new Error("bytes follow the value");
    return fitted({ path, isStrict: true }, type, value);
  });
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
