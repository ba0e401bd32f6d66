import type { Emulator } from "../src/emulator/emulator";
import type { Field } from "../src/service/field";
import { fields } from "../src/service/fields";
import { type Kind, kindNames, kinds } from "../src/service/kinds";
import { isLegacyKind } from "../src/service/legacy/kinds";
import { isUnsupportedField } from "../src/service/legacy/unsupported";
import type { CreateRequest } from "../src/service/requests";
import type { Rule } from "../src/service/rules";
import { sid } from "./client/support/replies";

/** The object of a kind with that number, to which a field refers. */
export type Refer = (kind: Kind, number: number) => string;

/** Objects of each kind: number `n` has what a create requires. */
const examples: { readonly [K in Kind]: (n: number, refer: Refer) => CreateRequest<K> } = {
  host: (n, refer) => ({
    host: `192.0.2.${n}`,
    name: `Host ${n}`,
    profile: refer("monitoring_profile", n),
    contact_group: [refer("contact_group", n)],
  }),
  monitoring_profile: (n) => ({ name: `Profile ${n}`, frequency: "1_hour" }),
  source: (n) => ({ host: `bl${n}.example.net`, type: "rbl" }),
  certificate_monitor: (n, refer) => ({
    hostname: `www${n}.example.com`,
    protocol: "https",
    name: `Monitor ${n}`,
    profile: refer("certificate_profile", n),
    contact_group: [refer("contact_group", n)],
  }),
  certificate_profile: (n) => ({ name: `Certificates ${n}`, expiration_thresholds: [30, n % 30] }),
  contact: (n, refer) => ({
    contact: `ops${n}@example.com`,
    type: "email",
    schedule: "start_and_end",
    contact_group: [refer("contact_group", n)],
  }),
  contact_group: (n) => ({ name: `Group ${n}` }),
};

/** Any SIDs, for objects that need not exist. */
export const anySid: Refer = (kind, n) => sid(kinds[kind].prefix, n);

/** The objects of an account, from the first to the last and again. */
export function existing({ account }: Emulator): Refer {
  return (kind, n) => {
    const objects = account.objects(kind);
    return objects[n % objects.length]?.id ?? "";
  };
}

/** Adds objects until an account has `count` of each kind. */
export function complete(service: Emulator, count = 1): void {
  for (const kind of kindNames)
    for (let n = service.account.objects(kind).length + 1; n <= count; n += 1)
      service.account.add(kind, { ...body(kind, n, existing(service)) });
}

/** The body that creates an object. */
export function body<K extends Kind>(kind: K, n = 1, refer: Refer = anySid): CreateRequest<K> {
  return examples[kind](n, refer);
}

/** The attributes of a resource for such an object, without deprecated ones. */
export function declared(kind: Kind, n = 1, refer: Refer = anySid): Readonly<Record<string, unknown>> {
  const { schedule: _, ...values } = Object(body(kind, n, refer));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [attributeOf(kind, name), value]));
}

/** The name of a field's attribute. */
export function attributeOf(kind: Kind, name: string): string {
  return accepted(kind)[name]?.attribute ?? name;
}

/** The name of an attribute's field. */
export function fieldOf(kind: Kind, attribute: string): string {
  return Object.keys(accepted(kind)).find((name) => attributeOf(kind, name) === attribute) ?? attribute;
}

/** The fields that a create accepts. */
export function accepted(kind: Kind): Readonly<Record<string, Field>> {
  const own = Object.entries<Field>(fields[kind]).filter(([, { presence }]) => presence !== "returned");
  return Object.fromEntries(own);
}

/** The fields that a create accepts over version 3.0. */
export function acceptedLegacy(kind: Kind): Readonly<Record<string, Field>> {
  const isSupported = (name: string) => isLegacyKind(kind) && !isUnsupportedField(kind, name);
  return Object.fromEntries(Object.entries(accepted(kind)).filter(([name]) => isSupported(name)));
}

/** Three or more different values of a field. */
export function values(kind: Kind, name: string, refer: Refer = anySid): readonly unknown[] {
  const { rule } = accepted(kind)[name] as Field;
  const examples = [1, 2, 3].map((n) => Reflect.get(body(kind, n, refer), name));
  return valuesOf(rule, refer) ?? examples;
}

function valuesOf(rule: Rule, refer: Refer): readonly unknown[] | undefined {
  const { type, words, kind } = rule;
  if (words !== undefined) return words;
  if (kind !== undefined) return [1, 2, 3].map((n) => refer(kind, n));
  if (type === "flag") return [true, false];
  if (type === "number") return [10, 20, 30];
  if (type === "map") return [{}, { key: "a" }, { key: "b" }];
  if (type !== "list" || rule.item?.type === "number") return undefined;
  const [first, second, third] = valuesOf(rule.item as Rule, refer) ?? plainTexts(rule.item);
  return [[first], [first, second], [third], ...(rule.empty === undefined ? [] : [[]])];
}

/** Texts without a warning: those with advice are response codes. */
function plainTexts(rule: Rule | undefined): readonly string[] {
  return rule?.advice === undefined ? ["a", "b", "c"] : ["127.0.0.2", "127.0.0.3", "127.0.0.4"];
}
