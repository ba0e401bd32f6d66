import { attributeOrder } from "../attribute-order";
import { Decimal, numberText } from "../decimal";
import { asObject, type ObjectValue } from "../object-value";
import type { PathStep } from "../path";
import type { Type } from "../type";
import { typeToJson } from "../type-json";
import { Dynamic, Unknown, type Value } from "../value";
import { maxNesting, ValueError } from "../value-error";
import { encodeRefinements, refinedUnknownCode } from "./refinements";
import { MsgpackWriter } from "./writer";

/** An unknown value without refinements: an extension of code 0 with one arbitrary byte. */
const plainUnknown = { code: 0, data: Uint8Array.of(0) };

/**
 * Encodes a value in Terraform's wire format. The bytes equal those of Terraform, except for numbers: 64-bit integers, signed
 * or unsigned, are integers. All others except infinities are decimal strings, never floats.
 * @throws ValueError for a part of the wrong type, with its path
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const encoder: Encoder = { writer: new MsgpackWriter(), path: [] };
  write(encoder, type, value);
  return encoder.writer.bytes();
}

interface Encoder {
  readonly writer: MsgpackWriter;
  /** The current path; mutated during encoding. */
  readonly path: PathStep[];
}

function write(encoder: Encoder, type: Type, value: Value): void {
  if (value === null) encoder.writer.nil();
  else if (value instanceof Unknown) writeUnknown(encoder.writer, type, value);
  else writeKnown(encoder, type, value);
}

function writeKnown(encoder: Encoder, type: Type, value: Value): void {
  const { writer, path } = encoder;
  if (path.length > maxNesting) required(encoder, `a value of at most ${maxNesting} levels`);
  switch (type.kind) {
    case "string":
      writer.string(typeof value === "string" ? value.normalize() : required(encoder, "a string"));
      break;
    case "bool":
      writer.bool(typeof value === "boolean" ? value : required(encoder, "a bool"));
      break;
    case "number":
      writeNumber(encoder, value);
      break;
    case "list":
    case "set":
      writeElements(
        encoder,
        type.element,
        Array.isArray(value) ? value : required(encoder, `a ${type.kind}`),
      );
      break;
    case "tuple":
      writeTuple(encoder, type.elements, value);
      break;
    case "map":
      writeMap(encoder, type.element, asObject(value) ?? required(encoder, "a map"));
      break;
    case "object":
      writeObject(encoder, type.attributes, asObject(value) ?? required(encoder, "an object"));
      break;
    case "dynamic":
      writeDynamic(encoder, value instanceof Dynamic ? value : required(encoder, "a value with its type"));
  }
}

function writeUnknown(writer: MsgpackWriter, type: Type, { refinements }: Unknown): void {
  // Terraform has no refinements for values of dynamic type.
  const payload =
    type.kind === "dynamic" || refinements === undefined ? undefined : encodeRefinements(refinements);
  if (payload === undefined) writer.extension(plainUnknown.code, plainUnknown.data);
  else writer.extension(refinedUnknownCode, payload);
}

function writeNumber(encoder: Encoder, value: Value): void {
  const { writer } = encoder;
  const number = typeof value === "number" || value instanceof Decimal ? value : Number.NaN;
  if (Number.isNaN(number)) required(encoder, "a number");
  if (typeof number === "number" && Number.isSafeInteger(number)) {
    writer.integer(number);
  } else if (number === Number.POSITIVE_INFINITY || number === Number.NEGATIVE_INFINITY) {
    writer.float(number);
  } else {
    const text = numberText(number);
    const integer = integerOf64Bits(text);
    if (integer === undefined) writer.string(text);
    else writer.integer(integer);
  }
}

function integerOf64Bits(text: string): bigint | undefined {
  // The longest have 19 digits and a sign, or 20 digits.
  if (text.length > 20 || text.includes(".")) return undefined;
  const integer = BigInt(text);
  return integer >= -(1n << 63n) && integer < 1n << 64n ? integer : undefined;
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

function writeTuple(encoder: Encoder, elements: readonly Type[], values: Value): void {
  if (!Array.isArray(values) || values.length !== elements.length) {
    required(encoder, `a tuple of length ${elements.length}`);
  }
  encoder.writer.array(elements.length);
  elements.forEach((element, index) => {
    encoder.path.push({ index });
    write(encoder, element, values[index]);
    encoder.path.pop();
  });
}

function writeMap(encoder: Encoder, element: Type, values: ObjectValue): void {
  const { writer, path } = encoder;
  const keys = Object.keys(values).sort();
  writer.map(keys.length);
  for (const key of keys) {
    path.push({ key });
    writer.string(key.normalize());
    write(encoder, element, values[key] as Value);
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
    if (!Object.hasOwn(values, name)) fail(encoder, "the attribute is missing");
    writer.string(name);
    write(encoder, type, values[name] as Value);
    path.pop();
  }
  for (const name in values) {
    if (byName.has(name)) continue;
    path.push({ attribute: name });
    fail(encoder, "there is no such attribute");
  }
}

function writeDynamic(encoder: Encoder, { type, value }: Dynamic): void {
  if (type.kind !== "dynamic") {
    encoder.writer.array(2);
    encoder.writer.binary(Buffer.from(JSON.stringify(typeToJson(type))));
  }
  write(encoder, type, value);
}

function required(encoder: Encoder, what: string): never {
  return fail(encoder, `${what} is required`);
}

function fail({ path }: Encoder, problem: string): never {
  throw new ValueError(problem, path);
}
