import type { Diagnostics } from "../diagnostics";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { encodeMsgpack } from "../values/msgpack";
import { type ObjectValue, objectValue } from "../values/object-value";
import { ValueError } from "../values/value-error";
import { encodeObject } from "./dynamic-value";

/**
 * Encodes the state after a write. An attribute of the wrong type becomes an error and null, so that one invalid value
 * does not lose the object that was just created.
 */
export function encodeReturned(
  attributes: Attributes,
  state: ObjectValue | null,
  diagnostics: Diagnostics,
): DynamicValue {
  try {
    return encodeObject(attributes, state);
  } catch (thrown) {
    if (state === null || !(thrown instanceof ValueError)) throw thrown;
    return encodeObject(attributes, withoutInvalid(attributes, state, diagnostics));
  }
}

function withoutInvalid(attributes: Attributes, state: ObjectValue, diagnostics: Diagnostics): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { type }]) => {
      const value = state[name] ?? null;
      try {
        encodeMsgpack(type, value);
        return [name, value] as const;
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        diagnostics.error(
          "Internal provider error",
          `This is a bug in the provider. It returned an invalid value for ${name}, which is null in state. Report the bug. The error was: ${why}`,
          [{ attribute: name }],
        );
        return [name, null] as const;
      }
    }),
  );
}
