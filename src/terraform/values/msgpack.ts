import { fitted } from "./json";
import { MsgpackReader } from "./msgpack/reader";
import { MsgpackWriter } from "./msgpack/writer";
import { withPath } from "./path";
import type { Type } from "./type";
import type { Value } from "./value";

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
    return fitted({ path, source: "msgpack" }, type, value);
  });
}

/**
 * Encodes a value in Terraform's wire format. The bytes equal those of Terraform, except that fractions are decimal strings,
 * never floats.
 * @throws ValueError for a part of the wrong type
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const writer = new MsgpackWriter();
  writer.value(withPath((path) => fitted({ path, source: "provider" }, type, value)));
  return writer.bytes();
}
