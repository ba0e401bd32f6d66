import { type Diagnostic, Diagnostics } from "../diagnostics";
import { elements } from "../values/elements";
import { asObject, type ObjectValue, objectValue } from "../values/object-value";
import { type Path, type PathStep, pathText } from "../values/path";
import { distinct } from "../values/set-elements";
import type { Type } from "../values/type";
import { isFullyKnown, Unknown, type Value } from "../values/value";
import type { Attribute, Attributes, Report, Shape } from "./attribute";
import { mayBeGenerated } from "./generated-values";

/** Which values are accepted. */
interface ValidationOptions {
  readonly writeOnly: boolean;
  /** Accepts values that mocks of `terraform test` generate; {@link rejectGenerated} rejects them before they are used. */
  readonly generated?: boolean;
}

/** Reports invalid values that validation accepted because a mock may have generated them. */
export function rejectGenerated(attributes: Attributes, config: ObjectValue, diagnostics: Diagnostics): void {
  const found = new Diagnostics();
  validateConfig(attributes, config, found, { writeOnly: true });
  for (const one of found.list) if (one.severity === "error") diagnostics.add(one);
}

/**
 * Validates a configuration: required attributes are set, and every check passes. Values that are not fully known are
 * skipped.
 */
export function validateConfig(
  attributes: Attributes,
  config: ObjectValue,
  diagnostics: Diagnostics,
  abilities: ValidationOptions,
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
  abilities: ValidationOptions,
  path: Path,
): void {
  const { presence, deprecated, writeOnly, shape } = attribute.parts;
  if (value === null) {
    if (presence === "required")
      diagnostics.error(`Missing ${pathText(path)}`, `${pathText(path)} is required, but it is null.`, path);
    return;
  }
  // An unknown value may become null, such as a variable that a module passes on during `terraform validate`.
  if (deprecated !== undefined && !(value instanceof Unknown))
    diagnostics.warning(`Deprecated: ${pathText(path)}`, deprecated, path);
  if (writeOnly && !abilities.writeOnly) {
    diagnostics.error(
      `Unsupported attribute ${pathText(path)}`,
      `${pathText(path)} is write-only, and requires Terraform 1.11 or later.`,
      path,
    );
    return;
  }
  validateShape(shape, value, diagnostics, abilities, path);
}

/** Validates a value and its parts. Null and unknown values are valid. */
export function validateShape(
  shape: Shape,
  value: Value,
  diagnostics: Diagnostics,
  abilities: ValidationOptions,
  path: Path,
): void {
  if (value === null || value instanceof Unknown) return;
  const { type, element, nested, checks = [], holdsNulls = false, isWord = false } = shape.parts;
  const found = new Diagnostics();
  const isSingle = nested?.mode === "single";
  const all: readonly (readonly [part: Value, step?: PathStep])[] = isSingle ? [[value]] : elements(value);
  for (const [part, step] of all) {
    const place = step === undefined ? path : [...path, step];
    if (element) validateShape(element, part, found, abilities, place);
    const object = nested ? asObject(part) : null;
    if (nested && object) validateConfig(nested.attributes, object, found, abilities, place);
  }
  const isMerged = type.kind === "set" && found.list.length > 0;
  for (const one of isMerged ? mergeElementDiagnostics(found, path, all.length) : found.list)
    diagnostics.add(one);
  const isRefused = !holdsNulls && rejectNulls(type, value, diagnostics, path);
  if (nested?.mode === "set") validateElements(nested.attributes, type, value, diagnostics, path);
  if (checks.length === 0 || isRefused || !isFullyKnown(value)) return;
  const report = reportAt(path, diagnostics);
  const passes = abilities.generated && mayBeGenerated(value, isWord);
  for (const check of checks) check(value, passes ? { ...report, error: () => {} } : report);
}

/**
 * Merges equal diagnostics of a set's elements into one, with the number of elements. Elements of a set have no position,
 * and quoting them could show sensitive values.
 */
function mergeElementDiagnostics({ list }: Diagnostics, path: Path, total: number): Diagnostic[] {
  const name = pathText(path);
  const counts = new Map<string, { found: Diagnostic; count: number }>();
  for (const found of list) {
    const element = pathText((found.path ?? path).slice(0, path.length + 1));
    const [summary, detail] = [found.summary, found.detail].map((text) => text.replace(element, name));
    const key = [found.severity, summary, detail].join("\n");
    const count = (counts.get(key)?.count ?? 0) + 1;
    const counted = `${name} (${count} of ${total} elements)`;
    const reported = { ...found, summary: summary ?? "", detail: found.detail.replace(element, counted) };
    counts.set(key, { found: reported, count });
  }
  return [...counts.values()].map(({ found }) => found);
}

/** Expressions that remove null elements: for strings, for other elements, and for maps. */
const withoutNulls = {
  texts: ["null and empty elements", "compact([…])"],
  others: ["null elements", "[for v in … : v if v != null]"],
  named: ["null elements", "{ for k, v in … : k => v if v != null }"],
} as const;

/** Reports a collection with null elements, and an expression that removes them. Returns false if it has none. */
export function rejectNulls(type: Type, value: Value, diagnostics: Diagnostics, path: Path): boolean {
  if (type.kind !== "set" && type.kind !== "list" && type.kind !== "map") return false;
  if (value === null || value instanceof Unknown || !Object.values(value).includes(null)) return false;
  const all = elements(value);
  const steps = all.flatMap(([part, step]) => (part === null ? [step] : []));
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
 * Reports elements of a set that become equal through defaults. Terraform counts the elements in the configuration, and
 * rejects a plan with fewer.
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
    `${name} has elements that differ only in attributes set to their defaults.`,
    path,
  );
}

function reportAt(path: Path, diagnostics: Diagnostics): Report {
  const add = (severity: "error" | "warning", detail: string, at: Path = []) => {
    const place = [...path, ...at];
    diagnostics.add({
      severity,
      summary: `${severity === "error" ? "Invalid" : "Unusual"} ${pathText(path)}`,
      detail: `${pathText(place)} ${detail}.`,
      path: place,
    });
  };
  return {
    error: (detail, at) => add("error", detail, at),
    warning: (detail, at) => add("warning", detail, at),
  };
}
