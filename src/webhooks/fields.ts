import { canonicalSid } from "../service/sids";
import { readFlag, readNumber, readObject, readString } from "../service/wire-forms";

/**
 * A field of an event: how it is read, and what a sample holds. Values are read liberally (docs/design/open-points.md#3): a flag may be `1` or
 * `"true"`, a number may be a text. What nobody named is kept as it is.
 */
export interface Field<T> {
  /** An example of the value. */
  readonly sample: T;
  /** Reads a value. @throws Misfit */
  readonly read: (value: unknown) => T;
}

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What an object of those fields holds. */
export type ValuesOf<F extends Fields> = { readonly [N in keyof F]: ReturnType<F[N]["read"]> };

/** An object whose fields the specification does not show (docs/design/open-points.md#22): some are known, all are kept. */
export type OpenObject<F extends Fields> = Partial<ValuesOf<F>> & { readonly [field: string]: unknown };

/** A value that is not what its place demands. It tells the place and the demand, never the value. */
export class Misfit extends Error {
  constructor(
    private readonly demand: string,
    private readonly path: readonly string[] = [],
  ) {
    super(`${[path.join("."), "must be"].join(" ").trim()} ${demand}`);
  }

  /** The same, seen from the object that holds the value. */
  within(name: string): Misfit {
    return new Misfit(this.demand, [name, ...this.path]);
  }
}

export function text(sample: string): Field<string> {
  return { sample, read: (value) => readString(value) ?? refuse("a text") };
}

/** A text that the service may leave out. */
export function textOrNull(sample: string): Field<string | null> {
  return { sample, read: (value) => readString(value) ?? null };
}

/** A text of a form, which the words tell. */
export function textLike(isLike: (text: string) => boolean, words: string, sample: string): Field<string> {
  return { sample, read: (value) => (typeof value === "string" && isLike(value) ? value : refuse(words)) };
}

/** A SID of a form, which the words tell. Digits of either case become lower-case ones (docs/design/api-3.0.md#parameters). */
export function sidLike(isLike: (sid: string) => boolean, words: string, sample: string): Field<string> {
  const { read } = textLike(isLike, words, sample);
  return { sample, read: (value) => read(canonical(value)) };
}

/** A SID that the service may leave out, likewise. */
export function sidOrNull(sample: string): Field<string | null> {
  const { read } = textOrNull(sample);
  return { sample, read: (value) => read(canonical(value)) };
}

/** The same, or null where it is left out. */
export function orNull<T>({ sample, read }: Field<T>): Field<T | null> {
  return { sample, read: (value) => (value === undefined || value === null ? null : read(value)) };
}

export function flag(sample: boolean): Field<boolean> {
  return { sample, read: (value) => readFlag(value) ?? refuse("true or false") };
}

/** @param missing what it is where it is left out; by default it must be there */
export function integer(sample: number, missing?: number): Field<number> {
  const read = (value: unknown): number => {
    const number = value === undefined ? missing : readNumber(value);
    return number !== undefined && Number.isSafeInteger(number) ? number : refuse("a whole number");
  };
  return { sample, read };
}

/** A field that is the same in all events of a type. One that is left out is taken to be so. */
export function always<T, const V extends T>({ read }: Field<T>, sample: V): Field<V> {
  const spelled = JSON.stringify(sample);
  const isSo = (value: unknown) => value === undefined || JSON.stringify(read(value)) === spelled;
  return { sample, read: (value) => (isSo(value) ? sample : refuse(spelled)) };
}

/** A list. One that is null or left out is empty. */
export function list<T>(item: Field<T>): Field<readonly T[]> {
  const read = (value: unknown): readonly T[] => {
    const items = value ?? [];
    if (!Array.isArray(items)) return refuse("a list");
    return items.map((each, position) => within(String(position), () => item.read(each)));
  };
  return { sample: [item.sample], read };
}

/** An object with at least those fields. */
export function object<F extends Fields>(fields: F): Field<ValuesOf<F>> {
  const read = (value: unknown): ValuesOf<F> => {
    const given = readObject(value) ?? refuse("an object");
    return { ...given, ...mapped(fields, (field, name) => within(name, () => field.read(given[name]))) };
  };
  return { sample: mapped(fields, ({ sample }) => sample), read };
}

/** An object of which nothing is certain. What is named and cannot be read is left out; the SID may be called `id`. */
export function open<F extends Fields>(fields: F): Field<OpenObject<F>> {
  const read = (value: unknown): OpenObject<F> => {
    const given = readObject(value) ?? refuse("an object");
    const known = mapped(fields, (field, name) =>
      readable(field, name === "sid" ? (given.sid ?? given.id) : given[name]),
    );
    const all = Object.entries({ ...given, ...known }).filter(([, each]) => each !== undefined);
    return Object.fromEntries(all) as OpenObject<F>;
  };
  return { sample: mapped(fields, ({ sample }) => sample) as OpenObject<F>, read };
}

function canonical(value: unknown): unknown {
  return typeof value === "string" ? canonicalSid(value) : value;
}

function refuse(demand: string): never {
  throw new Misfit(demand);
}

function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof Misfit ? thrown.within(name) : thrown;
  }
}

function readable<T>(field: Field<T>, value: unknown): T | undefined {
  try {
    return field.read(value);
  } catch {
    return undefined;
  }
}

function mapped<F extends Fields>(
  fields: F,
  each: (field: Field<unknown>, name: string) => unknown,
): ValuesOf<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, each(field, name)] as const);
  return Object.fromEntries(entries) as ValuesOf<F>;
}
