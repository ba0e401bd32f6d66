import type { Refinements } from "../value";
import { maxNesting } from "../value-error";
import { MsgpackReader } from "./reader";
import { MsgpackWriter } from "./writer";

/** The extension code of an unknown value with refinements. Any other code is a plain unknown value. */
export const refinedUnknownCode = 12;

/** Terraform rejects larger refinements. */
const maxBytes = 1024;

/**
 * Decodes the payload of an extension of code 12. The entries are not interpreted, so that refinements of later Terraform
 * versions are preserved. Undefined if empty.
 * @throws Error unless the payload is a map with integer keys
 */
export function decodeRefinements(payload: Uint8Array): Refinements | undefined {
  if (payload.length <= 1) return undefined;
  const reader = new MsgpackReader(payload);
  if (reader.next() !== "map") throw new Error("the refinements of an unknown value are not a map");
  const refinements = new Map<number, unknown>();
  for (let left = reader.readMapLength(); left > 0; left--) {
    const key = reader.next() === "integer" ? reader.readInteger() : undefined;
    if (typeof key !== "number")
      throw new Error("the refinements of an unknown value have a key that is not an integer");
    refinements.set(key, readAny(reader, 0));
  }
  return refinements.size === 0 ? undefined : refinements;
}

/** Encodes refinements; undefined if they are empty, or larger than Terraform accepts. */
export function encodeRefinements(refinements: Refinements): Uint8Array | undefined {
  if (refinements.size === 0) return undefined;
  const writer = new MsgpackWriter();
  writer.map(refinements.size);
  for (const [key, value] of refinements) {
    writer.integer(key);
    writeAny(writer, value);
  }
  const payload = writer.bytes();
  return payload.length > maxBytes ? undefined : payload;
}

function readAny(reader: MsgpackReader, depth: number): unknown {
  if (depth > maxNesting) throw new Error("the refinements of an unknown value are nested too deeply");
  switch (reader.next()) {
    case "nil":
      return reader.readNil();
    case "bool":
      return reader.readBool();
    case "integer":
      return reader.readInteger();
    case "float":
      return reader.readFloat();
    case "string":
      return reader.readString();
    case "binary":
      return Uint8Array.from(reader.readBinary());
    case "array":
      return Array.from({ length: reader.readArrayLength() }, () => readAny(reader, depth + 1));
    case "map": {
      const length = reader.readMapLength();
      return new Map(
        Array.from({ length }, () => [readAny(reader, depth + 1), readAny(reader, depth + 1)] as const),
      );
    }
    default:
      throw new Error("the refinements of an unknown value have an unsupported value");
  }
}

function writeAny(writer: MsgpackWriter, value: unknown): void {
  if (value === null || value === undefined) writer.nil();
  else if (typeof value === "boolean") writer.bool(value);
  else if (typeof value === "string") writer.string(value);
  else if (typeof value === "bigint") writer.integer(value);
  else if (typeof value === "number") {
    if (Number.isSafeInteger(value)) writer.integer(value);
    else writer.float(value);
  } else if (value instanceof Uint8Array) writer.binary(value);
  else if (Array.isArray(value)) {
    writer.array(value.length);
    for (const element of value) writeAny(writer, element);
  } else if (value instanceof Map) {
    writer.map(value.size);
    for (const [key, element] of value) {
      writeAny(writer, key);
      writeAny(writer, element);
    }
  } else throw new Error("a refinement of an unknown value has a type that MessagePack lacks");
}
