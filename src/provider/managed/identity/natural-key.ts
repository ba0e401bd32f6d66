import { compareValues, type Likeness, roughForm, type ValueKind } from "../../../service/same";

/** Attributes, or fields of the API: those of a natural key have the same names. */
export type Fields = Readonly<Record<string, unknown>>;

/** How the natural keys of a kind's objects are compared. */
export interface KeyRule {
  /** Equal for keys that may be the same; undefined without a known key, or if a part of it is masked. */
  rough(fields: Fields): string | undefined;
  /** Compares the key of a create with that of an object; undefined if the object shows none. */
  compare(sent: Fields, reported: Fields): Likeness | undefined;
}

/** The rule of a key that is the value of one field. */
export function keyRule(field: string, kind: ValueKind | ((fields: Fields) => ValueKind)): KeyRule {
  const kindOf = (fields: Fields) => (typeof kind === "string" ? kind : kind(fields));
  return {
    rough: (fields) => {
      const value = fields[field];
      return typeof value === "string" ? roughForm(kindOf(fields), value) : undefined;
    },
    compare: (sent, reported) => {
      const value = reported[field];
      return typeof value === "string" ? compareValues(kindOf(sent), String(sent[field]), value) : undefined;
    },
  };
}

const nameRule = keyRule("name", "name");

/** How the keys of a kind's objects are compared. */
export function keyRuleOf({ key }: { readonly key?: { readonly rule?: KeyRule } }): KeyRule {
  return key?.rule ?? nameRule;
}
