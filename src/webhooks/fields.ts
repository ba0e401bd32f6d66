import { type Rule, typeRequirements } from "../service/rules";
import { canonicalSid, sidPattern } from "../service/sids";
import { readArray, readObject, type WireObject } from "../service/wire-forms";

/**
 * A field of an event: its reader and a sample. Readers are liberal (docs/design/open-points.md#3): a flag may be `1` or `"true"`,
 * and a number may be a string. Undocumented fields are kept unchanged.
 */
export interface Field<T> {
  /** An example of the value. */
  readonly sample: T;
  /** Reads a value. @throws FieldError */
  readonly read: (value: unknown) => T;
}

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of an object with those fields. */
export type ValuesOf<F extends Fields> = { readonly [N in keyof F]: ReturnType<F[N]["read"]> };

/** An object with undocumented fields (docs/design/open-points.md#22), which are kept. */
export type OpenObject<F extends Fields> = Partial<ValuesOf<F>> & { readonly [field: string]: unknown };

/** An invalid value. The message has the path and the requirement, but not the value. */
export class FieldError extends Error {
  constructor(
    readonly requirement: string,
    readonly path: readonly string[] = [],
  ) {
    super(`${path.join(".")} ${requirement}`.trim());
  }
}

/** A value by a rule of the service's fields. */
export function value<T>(rule: Rule<T>, sample: T): Field<T> {
  const read = (input: unknown): T => {
    const known = rule.read(input);
    if (known === undefined) return fail(typeRequirements[rule.type]);
    const problem = rule.problem?.(known);
    return problem === undefined ? known : fail(problem);
  };
  return { sample, read };
}

/** A value of the rule's type, in whatever form the service sends it, or null if it is missing. */
export function optional<T>({ type, read }: Rule<T>, sample: T) {
  return orElse(value({ type, read }, sample), null);
}

/** A value by a rule, or null if it is missing or unreadable. */
export function valueOrNull<T>(rule: Rule<T>, sample: T): Field<T | null> {
  return { sample, read: (input) => rule.read(input) ?? null };
}

/** The field, or another value if it is null or missing. */
export function orElse<T, const V>({ sample, read }: Field<T>, missing: V): Field<T | V> {
  return { sample, read: (input) => (isMissing(input) ? missing : read(input)) };
}

/** A field with the same value in all events of a type. If missing, it has this value. */
export function constant<T, const V extends T>({ read }: Field<T>, sample: V): Field<V> {
  const expected = JSON.stringify(sample);
  const isExpected = (input: unknown) => isMissing(input) || JSON.stringify(read(input)) === expected;
  return { sample, read: (input) => (isExpected(input) ? sample : fail(`must be ${expected}`)) };
}

/** A list. Null or missing is an empty list. It may come as an object of its items, or as a single item. */
export function list<T>(item: Field<T> & { readonly names: readonly string[] }): Field<readonly T[]> {
  const read = (input: unknown): readonly T[] => {
    const items = itemsIn(input, item.names) ?? fail("must be a list");
    return items.map((each, position) =>
      within(String(position), () => item.read(each ?? fail("is missing"))),
    );
  };
  return { sample: [item.sample], read };
}

function itemsIn(input: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (isMissing(input)) return [];
  const object = readObject(input);
  if (typeof input === "string" || names.some((name) => object?.[name] !== undefined)) return [input];
  const items = object && Object.values(object);
  return items?.every((each) => readObject(each) !== undefined) ? items : readArray(input);
}

/** An object with those fields, and perhaps others. A text in its place is its SID, or the first other field. */
export function object<F extends Fields>(fields: F) {
  const read = (value: unknown): ValuesOf<F> => {
    const input = readAsObject(value, fields);
    return { ...input, ...mapFields(fields, (field, name) => within(name, () => field.read(input[name]))) };
  };
  return { names: Object.keys(fields), sample: mapFields(fields, ({ sample }) => sample), read };
}

/** An object as {@link object} without guaranteed fields. Unreadable fields are dropped; the SID may be named `id`. */
export function openObject<F extends Fields>(fields: F) {
  const read = (value: unknown): OpenObject<F> => {
    const input = readAsObject(value, fields);
    const known = mapFields(fields, (field, name) => {
      try {
        return field.read(name === "sid" ? (input.sid ?? input.id) : input[name]);
      } catch {
        return undefined;
      }
    });
    const all = Object.entries({ ...input, ...known }).filter(([, each]) => each !== undefined);
    return Object.fromEntries(all) as OpenObject<F>;
  };
  return { ...object(fields), sample: object(fields).sample as OpenObject<F>, read };
}

function readAsObject(value: unknown, fields: Fields): WireObject {
  if (typeof value !== "string") return readObject(value ?? {}) ?? fail("must be an object");
  const [first = ""] = Object.keys(fields).filter((name) => name !== "sid");
  return { [sidPattern.test(canonicalSid(value)) ? "sid" : first]: value };
}

function isMissing(input: unknown): input is null | undefined {
  return input === undefined || input === null;
}

function fail(requirement: string): never {
  throw new FieldError(requirement);
}

function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof FieldError ? new FieldError(thrown.requirement, [name, ...thrown.path]) : thrown;
  }
}

function mapFields<F extends Fields>(fields: F, each: (field: Field<unknown>, name: string) => unknown) {
  const entries = Object.entries(fields).map(([name, field]) => [name, each(field, name)] as const);
  return Object.fromEntries(entries) as ValuesOf<F>;
}
