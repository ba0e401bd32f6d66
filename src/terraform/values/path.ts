import { asObject, objectValue } from "./object-value";
import type { Value } from "./value";

/** The step to an element: of a map by key, of a list by index, of a set by the index in the array that holds the set. */
type ElementStep = { readonly key: string } | { readonly index: number };

/** One step into a value: to an attribute of an object, or to an element. Elements of sets have no address in Terraform. */
export type PathStep = { readonly attribute: string } | ElementStep;

/** The path of a part within a value. The empty path is the value itself. */
export type Path = readonly PathStep[];

/** A path in Terraform's syntax: `members[0].host`, `args["url"]`; empty for the root. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) text += stepText(step, text === "");
  return text;
}

function stepText(step: PathStep, first: boolean): string {
  if ("attribute" in step) return first ? step.attribute : `.${step.attribute}`;
  return "key" in step ? `[${JSON.stringify(step.key)}]` : `[${step.index}]`;
}

/** The elements of a list, set or map; none for other values. */
export function elements(value: Value): (readonly [element: Value, step: ElementStep])[] {
  if (Array.isArray(value)) return value.map((element: Value, index) => [element, { index }] as const);
  return Object.entries(asObject(value) ?? {}).map(([key, element]) => [element, { key }] as const);
}

/** The element at a step; undefined if there is none. */
export function elementAt(value: Value, step: ElementStep): Value | undefined {
  if ("key" in step) return asObject(value)?.[step.key];
  return Array.isArray(value) ? value[step.index] : undefined;
}

/** The collection with other elements. Other values are returned unchanged. */
export function mapElements(value: Value, form: (element: Value, step: ElementStep) => Value): Value {
  if (Array.isArray(value)) return value.map((element: Value, index) => form(element, { index }));
  const object = asObject(value);
  if (object === null) return value;
  return objectValue(Object.entries(object).map(([key, element]) => [key, form(element, { key })]));
}

/**
 * A value, or its encoded form, does not match its type. The message starts with the path of the part, unless that is the
 * whole value, and never quotes the value, which may be a secret.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";

  /** @param problem such as "a number is required" */
  constructor(
    readonly problem: string,
    readonly path: Path,
  ) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
  }
}

/**
 * Runs a conversion that keeps its current path in an array.
 * @throws ValueError with that path, if the conversion throws an error
 */
export function withPath<T>(convert: (path: PathStep[]) => T): T {
  const path: PathStep[] = [];
  try {
    return convert(path);
  } catch (error) {
    throw error instanceof Error ? new ValueError(error.message, path) : error;
  }
}

/** Throws an error for a part of the wrong type. @param what such as `a number` */
export function required(what: string): never {
  throw new Error(`${what} is required`);
}
