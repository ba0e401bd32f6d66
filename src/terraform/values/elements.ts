import { asObject, objectValue } from "./object-value";
import type { PathStep } from "./path";
import type { Value } from "./value";

/** The step to an element of a collection. */
export type ElementStep = Exclude<PathStep, { readonly attribute: string }>;

/** The elements of a list, set, tuple or map; none for other values. */
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
