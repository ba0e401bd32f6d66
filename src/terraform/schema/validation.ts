import type { Diagnostics } from "../diagnostics";
import { isWhollyKnown } from "../values/known";
import { asObject, type ObjectValue, objectValue } from "../values/object-value";
import { type Path, pathText } from "../values/path";
import { distinct } from "../values/set-elements";
import type { Type } from "../values/type";
import { Unknown, type Value } from "../values/value";
import type { Attribute, Attributes, Report, Shape } from "./attribute";

/** What the client can handle. */
interface Abilities {
  readonly writeOnly: boolean;
}

/**
 * Checks a configuration against the rules of its attributes: what is required is there, and every check passes.
 * What is unknown, wholly or in part, is not checked yet.
 */
export function validateConfig(
  attributes: Attributes,
  config: ObjectValue,
  diagnostics: Diagnostics,
  abilities: Abilities,
  path: Path = [],
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const place = [...path, { attribute: name }];
    validateAttribute(attribute, config[name] ?? null, diagnostics, abilities, place);
  }
}

function validateAttribute(
  attribute: Attribute,
  value: Value,
  diagnostics: Diagnostics,
  abilities: Abilities,
  path: Path,
): void {
  const { presence, deprecated, writeOnly, shape } = attribute.parts;
  if (value === null) {
    if (presence === "required")
      diagnostics.error(`Missing ${pathText(path)}`, `${pathText(path)} is required; it is null here.`, path);
    return;
  }
  // What is unknown may turn out to be null, as a variable that a module passes on during `terraform validate`.
  if (deprecated !== undefined && !(value instanceof Unknown))
    diagnostics.warning(`Deprecated: ${pathText(path)}`, deprecated, path);
  if (writeOnly && !abilities.writeOnly) {
    diagnostics.error(
      `${pathText(path)} is not supported here`,
      `${pathText(path)} is write-only, which needs Terraform 1.11 or later.`,
      path,
    );
    return;
  }
  validateShape(shape, value, diagnostics, abilities, path);
}

/** Checks a value by the rules of its shape and of the parts of it. Null passes, and what is unknown too. */
export function validateShape(
  shape: Shape,
  value: Value,
  diagnostics: Diagnostics,
  abilities: Abilities,
  path: Path,
): void {
  if (value === null || value instanceof Unknown) return;
  const { element, nested, checks = [] } = shape.parts;
  for (const [part, step] of parts(value, nested?.mode === "single")) {
    const place = step === undefined ? path : [...path, step];
    if (element) validateShape(element, part, diagnostics, abilities, place);
    const object = nested ? asObject(part) : null;
    if (nested && object) validateConfig(nested.attributes, object, diagnostics, abilities, place);
  }
  if (nested?.mode === "set") validateElements(nested.attributes, shape.parts.type, value, diagnostics, path);
  if (checks.length === 0 || !isWhollyKnown(value)) return;
  for (const check of checks) check(value, reportAt(path, diagnostics));
}

/**
 * Elements of a set that are the same once they have their defaults are one element to Terraform, which would then take
 * the plan for a fault of the provider: it counts them in the configuration.
 */
function validateElements(
  attributes: Attributes,
  type: Type,
  value: Value,
  diagnostics: Diagnostics,
  path: Path,
): void {
  const defaults = Object.entries(attributes).filter(([, { parts }]) => parts.presence === "defaulted");
  if (defaults.length === 0 || type.kind !== "set" || !Array.isArray(value)) return;
  const filled = value.map((element: Value) => {
    const object = asObject(element);
    if (object === null) return element;
    const missing = defaults.filter(([name]) => (object[name] ?? null) === null);
    const values = missing.map(([name, { parts }]) => [name, parts.defaultValue as Value] as const);
    return objectValue([...Object.entries(object), ...values]);
  });
  if (distinct(type.element, filled).length === filled.length) return;
  const name = pathText(path);
  diagnostics.error(
    `Invalid ${name}`,
    `${name} has elements that differ only in saying what is the default.`,
    path,
  );
}

/** The elements of a collection, each with the step to it; a single object is its own only part. */
function parts(value: Value, isSingle: boolean): (readonly [Value, Path[number] | undefined])[] {
  if (Array.isArray(value)) return value.map((part: Value, index) => [part, { index }] as const);
  const object = asObject(value);
  if (object === null) return [];
  return isSingle
    ? [[value, undefined]]
    : Object.entries(object).map(([key, part]) => [part, { key }] as const);
}

function reportAt(path: Path, diagnostics: Diagnostics): Report {
  const say = (severity: "error" | "warning", detail: string, at: Path = []) => {
    const place = [...path, ...at];
    diagnostics.add({
      severity,
      summary: `Invalid ${pathText(path)}`,
      detail: `${pathText(place)} ${detail}.`,
      path: place,
    });
  };
  return {
    error: (detail, at) => say("error", detail, at),
    warning: (detail, at) => say("warning", detail, at),
  };
}
