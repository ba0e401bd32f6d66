import { type Diagnostic, Diagnostics } from "../diagnostics";
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
  const { type, element, nested, checks = [], holdsNulls = false } = shape.parts;
  const found = new Diagnostics();
  const all = parts(value, nested?.mode === "single");
  for (const [part, step] of all) {
    const place = step === undefined ? path : [...path, step];
    if (element) validateShape(element, part, found, abilities, place);
    const object = nested ? asObject(part) : null;
    if (nested && object) validateConfig(nested.attributes, object, found, abilities, place);
  }
  for (const one of type.kind === "set" ? ofElements(found, path, all.length) : found.list)
    diagnostics.add(one);
  const isRefused = !holdsNulls && refuseNulls(type, value, diagnostics, path);
  if (nested?.mode === "set") validateElements(nested.attributes, type, value, diagnostics, path);
  if (checks.length === 0 || isRefused || !isWhollyKnown(value)) return;
  for (const check of checks) check(value, reportAt(path, diagnostics));
}

/**
 * What was found in the elements of a set: each finding once, with the number of elements that it is about. They have no
 * position that the user knows, and to quote them could show what is sensitive.
 */
function ofElements({ list }: Diagnostics, path: Path, total: number): Diagnostic[] {
  const name = pathText(path);
  const counts = new Map<string, { found: Diagnostic; count: number }>();
  for (const found of list) {
    const element = pathText((found.path ?? path).slice(0, path.length + 1));
    const [summary, detail] = [found.summary, found.detail].map((text) => text.replace(element, name));
    const key = [found.severity, summary, detail].join("\n");
    const count = (counts.get(key)?.count ?? 0) + 1;
    const counted = `${name} (${count} of ${total} elements)`;
    const told = { ...found, summary: summary ?? "", detail: found.detail.replace(element, counted) };
    counts.set(key, { found: told, count });
  }
  return [...counts.values()].map(({ found }) => found);
}

/** How to leave out elements that are null, for collections of texts, of others, and by name. */
const withoutNulls = {
  texts: ["null and empty elements", "compact([…])"],
  others: ["null elements", "[for v in … : v if v != null]"],
  named: ["null elements", "{ for k, v in … : k => v if v != null }"],
} as const;

/** Refuses a collection with elements that are null, and says how to leave them out. False if it has none. */
export function refuseNulls(type: Type, value: Value, diagnostics: Diagnostics, path: Path): boolean {
  if (type.kind !== "set" && type.kind !== "list" && type.kind !== "map") return false;
  const all = value instanceof Unknown ? [] : parts(value, false);
  const steps = all.flatMap(([part, step]) => (part === null && step !== undefined ? [step] : []));
  const [first] = steps;
  if (first === undefined) return false;
  const name = pathText(path);
  const form = type.kind === "map" ? "named" : type.element.kind === "string" ? "texts" : "others";
  const [what, how] = withoutNulls[form];
  diagnostics.error(
    `Null in ${name}`,
    `${steps.length} of ${all.length} elements of ${name} ${steps.length === 1 ? "is" : "are"} null. To leave out ${what}, write: ${name} = ${how}`,
    [...path, first],
  );
  return true;
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

type Part = readonly [Value, Path[number] | undefined];

/** The elements of a collection, each with the step to it; a single object is its own only part. */
function parts(value: Value, isSingle: boolean): Part[] {
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
