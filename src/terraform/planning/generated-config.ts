import type { Attribute, Attributes } from "../schema/attribute";
import { mapElements } from "../values/elements";
import { equal } from "../values/equal";
import { asObject, type ObjectValue, objectValue } from "../values/object-value";
import type { Value } from "../values/value";

/**
 * The configuration of an existing object. Computed attributes, defaults, and attributes that the provider may set are
 * null, unless the attribute has `generatedIf`. Write-only values are not in state.
 */
export function generatedConfig(attributes: Attributes, state: ObjectValue): ObjectValue {
  const entries = Object.entries(attributes);
  return objectValue(
    entries.map(([name, attribute]) => [name, configured(attribute, state[name] ?? null, state)]),
  );
}

function configured(attribute: Attribute, value: Value, state: ObjectValue): Value {
  const { nested } = attribute.parts.shape.parts;
  if (value === null || !isGenerated(attribute, value, state)) return null;
  const part = (one: Value) => (nested ? generatedConfig(nested.attributes, asObject(one) ?? {}) : one);
  return nested === undefined || nested.mode === "single" ? part(value) : mapElements(value, part);
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
