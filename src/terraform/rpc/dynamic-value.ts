import { DiagnosticError } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { decodeJson } from "../values/json";
import { decodeMsgpack, encodeMsgpack } from "../values/msgpack";
import { asObject, type ObjectValue } from "../values/object-value";
import { pathText } from "../values/path";
import type { Type } from "../values/type";
import type { Value } from "../values/value";
import { ValueError } from "../values/value-error";
import { addressablePart } from "./protocol-diagnostic";

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
