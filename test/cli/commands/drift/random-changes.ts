import fc from "fast-check";
import type { Fields } from "../../../../src/emulator/account/objects";
import { type Kind, kindNames, kinds } from "../../../../src/service/kinds";
import type { Rule } from "../../../../src/service/rules";
import { accepted } from "../../../objects";

/** The SIDs of the objects of a kind to which others may refer. */
export type References = (kind: Kind) => readonly string[];

/** A change of an object between two readings. */
export type Fate = { readonly as: "kept" | "removed" } | { readonly as: "changed"; readonly fields: Fields };

/** An object to be. */
export interface Planned {
  readonly kind: Kind;
  readonly fields: Fields;
  readonly isDeclared: boolean;
  readonly fate: Fate;
}

/** The last two are one text in two normal forms: Terraform keeps one of them. */
const name = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom("Café", "Cafe\u0301"),
);
const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const items = fc.uniqueArray(word, { maxLength: 4 });
const hostname = word.map((label) => `${label}.example.com`);

/** Arbitrary values of fields whose rules do not make them up. */
const special: { readonly [K in Kind]?: Readonly<Record<string, fc.Arbitrary<unknown>>> } = {
  host: { host: hostname },
  source: { host: hostname },
  certificate_monitor: { hostname },
  certificate_profile: {
    expiration_thresholds: fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 5 }),
  },
  contact: { contact: hostname.map((host) => `ops@${host}`) },
};

/** Arbitrary values of the fields of a kind; all may be changed. */
function arbitraryFields(kind: Kind, refer: References): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const fields = Object.entries(accepted(kind)).flatMap(([name, { rule }]) => {
    // The account has one default, and does not return args.
    if (name === "is_default" || name === "args") return [];
    return [[name, special[kind]?.[name] ?? arbitrary(rule, refer)]];
  });
  return { ...Object.fromEntries(fields), ...(kinds[kind].pausable && { paused: fc.boolean() }) };
}

function arbitrary({ type, words, kind, item }: Rule, refer: References): fc.Arbitrary<unknown> {
  if (words !== undefined) return fc.constantFrom(...words);
  if (kind !== undefined) return fc.constantFrom(...refer(kind));
  if (item?.kind !== undefined) return fc.subarray([...refer(item.kind)], { minLength: 1 });
  if (type === "list") return items;
  return type === "flag" ? fc.boolean() : name;
}

/** Up to 30 objects of all kinds, each declared or not, and each with its fate. */
export function plannedObjects(refer: References): fc.Arbitrary<readonly Planned[]> {
  const planned = kindNames.map((kind) => {
    const fields = arbitraryFields(kind, refer);
    return fc.record({
      kind: fc.constant(kind),
      fields: fc.record(fields),
      isDeclared: fc.boolean(),
      fate: fc.oneof<fc.Arbitrary<Fate>[]>(
        fc.record({ as: fc.constantFrom("kept" as const, "removed" as const) }),
        fc.record({ as: fc.constant("changed" as const), fields: fc.record(fields, { requiredKeys: [] }) }),
      ),
    });
  });
  return fc.array(fc.oneof(...planned), { maxLength: 30 });
}
