import type { Field, Fields } from "./field";
import type { checkFields, fields } from "./fields";
import type { Kind } from "./kinds";
import { type Rule, typeRequirements } from "./rules";
import { readObject } from "./wire-forms";

/*
 * The bodies of writes (docs/design/api.md#resources), with lists as arrays and flags as booleans; form.ts encodes them. Only the
 * fields of the table are accepted.
 */

/** A write with a body. */
export type Write = "create" | "update";

type Value<F> = F extends Field<infer T> ? T : never;

type NamesOf<F extends Fields, Wanted> = { [N in keyof F]: F[N] extends Wanted ? N : never }[keyof F];

type Omissible = Field<unknown, "optional" | "decided" | "defaulted">;
type Updatable<F extends Fields> = NamesOf<F, Field<unknown, Field["presence"], true>>;

/** A body with those fields. */
export type BodyOf<F extends Fields> = {
  readonly [N in NamesOf<F, Field<unknown, "required">>]: Value<F[N]>;
} & {
  readonly [N in NamesOf<F, Omissible>]?: Value<F[N]> | undefined;
};

/** The body of a create. */
export type CreateRequest<K extends Kind> = { readonly [P in Kind]: BodyOf<(typeof fields)[P]> }[K];

/** The body of an update. */
export type UpdateRequest<K extends Kind> = {
  readonly [P in Kind]: {
    readonly [N in Updatable<(typeof fields)[P]>]?: Value<(typeof fields)[P][N]> | undefined;
  };
}[K];

/** The body that starts a manual check. */
export type CheckRequest = BodyOf<typeof checkFields>;

/** A part of a body that the service does not accept: its path, and the requirement that it does not meet. */
export interface BodyProblem {
  readonly path: readonly string[];
  readonly requirement: string;
}

/** Whether a write accepts a field of that name. */
export function accepts(fields: Fields, write: Write, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return false;
  return write === "create" ? field.presence !== "returned" : field.isUpdatable;
}

/** The problems of a body. An update may omit any field. */
export function bodyProblems(fields: Fields, write: Write, body: object): BodyProblem[] {
  const unknown = Object.keys(body).filter((name) => !accepts(fields, write, name));
  const requirement = `has fields that are not accepted: ${unknown.join(", ")}`;
  const refused = unknown.length === 0 ? [] : [{ path: [], requirement }];
  const others = Object.entries(fields).flatMap(([name, { rule, presence }]): readonly BodyProblem[] => {
    const value: unknown = unknown.includes(name) ? undefined : Reflect.get(body, name);
    if (value !== undefined) return valueProblems(rule, value, [name]);
    return write === "create" && presence === "required"
      ? [{ path: [name], requirement: "is required" }]
      : [];
  });
  return [...refused, ...others];
}

const halfCharacter = /\p{Surrogate}/u;

/** The requirement that a text does not meet; undefined if it meets all. */
export function textProblem(rule: Rule, text: string): string | undefined {
  // It cannot be encoded, and would be sent as another character.
  if (halfCharacter.test(text)) return "must not contain half a character";
  const { words } = rule;
  if (words !== undefined && !words.includes(text)) return `must be one of ${words.join(", ")}`;
  return rule.problem?.(text);
}

function valueProblems(rule: Rule, value: unknown, path: readonly string[]): BodyProblem[] {
  const { type, item = rule } = rule;
  const problem = (requirement: string | undefined): BodyProblem[] =>
    requirement === undefined ? [] : [{ path, requirement }];
  if (!isOfType[type](value)) return problem(typeRequirements[type]);
  if (typeof value === "string") return problem(textProblem(rule, value));
  const whole = problem(rule.problem?.(value));
  if (typeof value !== "object" || value === null) return whole;
  const names = type === "map" ? Object.keys(value).flatMap((name) => problem(textProblem(item, name))) : [];
  const parts = Object.entries(value).flatMap(([key, part]) => valueProblems(item, part, [...path, key]));
  return [...whole, ...names, ...parts];
}

/** Whether a value has the type of a rule. */
export const isOfType: Readonly<Record<Rule["type"], (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  flag: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  list: Array.isArray,
  map: (value) => readObject(value) !== undefined,
  objects: () => false,
};
