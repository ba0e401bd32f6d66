import type { Attribute, Attributes } from "../schema/attribute";
import { equal } from "../values/equal";
import type { ObjectValue } from "../values/object-value";
import type { Value } from "../values/value";
import { mapAttributes } from "./plan-change";

/**
 * The configuration of an existing object. Computed attributes, defaults, and attributes that the provider may set are
 * null, unless the attribute has `generatedIf`. Write-only values are not in state. A value that the object does not show is
 * that of `generatedAs`, or null.
 */
export function generatedConfig(attributes: Attributes, state: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (attribute, name) => {
    const value = state[name] ?? null;
    if (value === null) return attribute.parts.generatedValue ?? null;
    return isGenerated(attribute, value, state) ? value : null;
  });
}

function isGenerated({ parts, type }: Attribute, value: Value, state: ObjectValue): boolean {
  switch (parts.presence) {
    case "required":
      return true;
    case "optional":
      return parts.generatedIf?.(state) ?? !(Array.isArray(value) && value.length === 0);
    case "defaulted":
      return !equal(type, value, parts.defaultValue as Value);
    case "optional_computed":
      return parts.generatedIf?.(state) ?? false;
    case "computed":
      return false;
  }
}
