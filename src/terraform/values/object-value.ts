import { Unknown, type Value } from "./value";

/** A value of an object type: its attributes by name. */
export type ObjectValue = { readonly [name: string]: Value };

/** Creates an object without prototype, so that no name is special. */
export function objectValue(members: Iterable<readonly [string, Value]>): { [name: string]: Value } {
  const object = plainObject<Value>();
  for (const [name, value] of members) object[name] = value;
  return object;
}

/** The value as an object; null for null, unknown and other values. */
export function asObject(value: Value | undefined): ObjectValue | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return value instanceof Unknown ? null : (value as ObjectValue);
}

/** Objects that inherit nothing. */
const Plain = function Plain() {} as unknown as new () => object;
Plain.prototype = Object.freeze(Object.create(null));

/**
 * An empty object that inherits nothing, so that no name is special.
 *
 * It does not use `Object.create(null)`, which V8 stores as a hash table: that takes several times the memory and time.
 */
export function plainObject<Member>(): { [name: string]: Member } {
  return new Plain() as { [name: string]: Member };
}
