import type { Diagnostics } from "../diagnostics";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { encodeMsgpack } from "../values/msgpack";
import { type ObjectValue, objectValue } from "../values/object-value";
import { ValueError } from "../values/value-error";
import { encodeObject } from "./dynamic-value";

/**
 * A state after a write, for Terraform. An attribute that is not of its type is an error and null: one wrong value
 * must not lose the object that was just made.
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
    return encodeObject(attributes, withoutMisfits(attributes, state, diagnostics));
  }
}

function withoutMisfits(attributes: Attributes, state: ObjectValue, diagnostics: Diagnostics): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { type }]) => {
      const value = state[name] ?? null;
      try {
        encodeMsgpack(type, value);
        return [name, value] as const;
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        diagnostics.error(
          "Defect in the provider",
          `The provider returned a value for ${name} that is none: ${why}. It is null in state now. Please report this.`,
          [{ attribute: name }],
        );
        return [name, null] as const;
      }
    }),
  );
}
