import { type Diagnostic, Diagnostics } from "../diagnostics";
import type { ObjectValue } from "../values/object-value";
import { elements, type Path, pathText } from "../values/path";
import type { Type } from "../values/type";
import { isFullyKnown, Unknown, type Value } from "../values/value";
import type { Attributes, Report, Shape } from "./attribute";

/** Which values are accepted. */
export interface ValidationOptions {
  readonly writeOnly: boolean;
  /** Accepts values that mocks of `terraform test` generate; {@link rejectGenerated} rejects them before they are used. */
  readonly generated?: boolean;
  /** The object that may already have a value that an open enumeration lacks; `unknown` before the plan, which warns. */
  readonly prior?: ObjectValue | "unknown" | null;
}

/** Reports invalid values that validation accepted because a mock may have generated them, or `prior` may have them. */
export function rejectGenerated(
  attributes: Attributes,
  config: ObjectValue,
  diagnostics: Diagnostics,
  prior: ObjectValue | null = null,
): void {
  const all = new Diagnostics();
  validateConfig(attributes, config, all, { writeOnly: true, prior });
  for (const diagnostic of all.list) if (diagnostic.severity === "error") diagnostics.add(diagnostic);
}

/**
 * Validates a configuration: required attributes are set, and every check passes. Values that are not fully known are
 * skipped.
 */
export function validateConfig(
  attributes: Attributes,
  config: ObjectValue,
  diagnostics: Diagnostics,
  options: ValidationOptions,
): void {
  const { prior = null } = options;
  for (const [name, { parts }] of Object.entries(attributes)) {
    const { presence, deprecated, writeOnly, shape } = parts;
    const value = config[name] ?? null;
    const path = [{ attribute: name }];
    if (value === null && presence === "required")
      diagnostics.error(`Missing ${name}`, `${name} is required, but it is null.`, path);
    if (value === null) continue;
    // An unknown value may become null, such as a variable that a module passes on during `terraform validate`.
    if (deprecated !== undefined && !(value instanceof Unknown))
      diagnostics.warning(`Deprecated: ${name}`, deprecated, path);
    if (writeOnly && !options.writeOnly) {
      const requirement = `${name} is write-only, and requires Terraform 1.11 or later.`;
      diagnostics.error(`Unsupported attribute ${name}`, requirement, path);
      continue;
    }
    const mayBeKept = shape.parts.isOpen === true && (prior === "unknown" || prior?.[name] === value);
    const found = new Diagnostics();
    validateShape(shape, value, found, options, path);
    for (const each of found.list) diagnostics.add(mayBeKept ? asWarning(name, each) : each);
  }
}

function asWarning(name: string, { detail, ...found }: Diagnostic): Diagnostic {
  const limit =
    "Only an object that already has this value keeps it: the plan of a new one, or of a change to it, is an error.";
  return { ...found, severity: "warning", summary: `Unusual ${name}`, detail: `${detail} ${limit}` };
}

/** Validates a value and its elements. Null and unknown values are valid. */
export function validateShape(
  shape: Shape,
  value: Value,
  diagnostics: Diagnostics,
  options: ValidationOptions,
  path: Path,
): void {
  if (value === null || value instanceof Unknown) return;
  const { type, element, checks = [], holdsNulls = false, isWord = false } = shape.parts;
  if (element !== undefined) {
    const all = elements(value);
    const ofElements = new Diagnostics();
    for (const [part, step] of all) validateShape(element, part, ofElements, options, [...path, step]);
    const reported = type.kind === "set" ? mergeEqual(ofElements.list, path, all.length) : ofElements.list;
    for (const diagnostic of reported) diagnostics.add(diagnostic);
  }
  const isRefused = !holdsNulls && rejectNulls(type, value, diagnostics, path);
  if (checks.length === 0 || isRefused || !isFullyKnown(value)) return;
  const report = reportAt(path, diagnostics);
  const passes = options.generated && mayBeGenerated(value, isWord);
  for (const check of checks) check(value, passes ? { ...report, error: () => {} } : report);
}

/**
 * Merges equal diagnostics of a set's elements into one, with the number of elements. Elements of a set have no position,
 * and quoting them could show sensitive values.
 */
function mergeEqual(list: readonly Diagnostic[], path: Path, total: number): Diagnostic[] {
  const name = pathText(path);
  const merged = new Map<string, { diagnostic: Diagnostic; count: number }>();
  for (const diagnostic of list) {
    const element = pathText((diagnostic.path ?? path).slice(0, path.length + 1));
    const summary = diagnostic.summary.replace(element, name);
    const key = [diagnostic.severity, summary, diagnostic.detail.replace(element, name)].join("\n");
    const count = (merged.get(key)?.count ?? 0) + 1;
    const detail = diagnostic.detail.replace(element, `${name} (${count} of ${total} elements)`);
    merged.set(key, { diagnostic: { ...diagnostic, summary, detail }, count });
  }
  return [...merged.values()].map(({ diagnostic }) => diagnostic);
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

function reportAt(path: Path, diagnostics: Diagnostics): Report {
  const name = pathText(path);
  return {
    error: (detail) => diagnostics.error(`Invalid ${name}`, `${name} ${detail}.`, path),
    warning: (detail) => diagnostics.warning(`Unusual ${name}`, `${name} ${detail}.`, path),
  };
}

/** Terraform generates strings of 8 lower-case letters and digits, which a configuration may embed in others. */
const ofTerraform = /(?<![A-Za-z0-9])[a-z0-9]{8}(?![A-Za-z0-9])/;
/** OpenTofu generates strings of 4 to 15 letters and digits. */
const ofOpenTofu = /^[A-Za-z0-9]{4,15}$/;
const lowerCaseWord = /^[a-z]+$/;

/**
 * Whether `terraform test` may have generated the value for a computed attribute of a `mock_provider`: a random string, 0,
 * or an empty collection. Terraform has the real provider validate references to such attributes, and nothing more.
 *
 * @param isWord whether the value is of an enumeration. Then a lower-case word counts as mistyped: less than one in 200 of
 * OpenTofu's random strings look like a word
 */
function mayBeGenerated(value: Value, isWord: boolean): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "string") return value === 0;
  return ofTerraform.test(value) || (ofOpenTofu.test(value) && !(isWord && lowerCaseWord.test(value)));
}
