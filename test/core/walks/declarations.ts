import type { Emulator } from "../../../src/emulator/emulator";
import { type ApiVersion, apiVersions } from "../../../src/service/api-version";
import { type Kind, kindNames, kinds } from "../../../src/service/kinds";
import { isLegacyKind } from "../../../src/service/legacy/kinds";
import { isUnsupportedField } from "../../../src/service/legacy/unsupported";
import { label } from "../../../src/service/rules";
import { accepted, attributeOf, fieldOf, type Refer, values } from "../../objects";
import { type Declared, ref } from "../configuration";

/** An object that an attribute names: the resource of that number, or the account's default while it is not declared. */
class Member {
  constructor(
    readonly kind: Kind,
    readonly number: number,
  ) {}
}

const flag = [undefined, true, false];
/** Secrets of contacts. No message may show one, and no state what is write-only. */
export const secrets = ["s3cret-args-a", "s3cret-args-b", "s3cret-write-only"] as const;

/** References to others are texts until they are read back as members. */
const refer: Refer = (kind, number) => `${kind}/${number - 1}`;

function asMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asMember);
  const [kind, number] = typeof value === "string" ? value.split("/") : [];
  return kindNames.some((name) => name === kind) ? new Member(kind as Kind, Number(number)) : value;
}

const tags = [undefined, ["a"], ["Team B", "team b", "a"], []];

/** Values of attributes that their rules do not make up, or that go beyond them. */
const special: { readonly [K in Kind]?: (number: number) => Readonly<Record<string, readonly unknown[]>> } = {
  source: (n) => ({ host: [`bl${n}.example.net`, `BL${n}.Example.net.`, `other${n}.example.net`] }),
  monitoring_profile: () => ({ frequency: ["24_hours", "1_hour", "weekly"] }),
  certificate_profile: () => ({ expiration_thresholds: [[30, 5], [7], [0, 60, 90]] }),
  contact: (n) => ({
    contact: [`ops${n}@example.com`, `Night${n}@Example.com`],
    type: ["email", "slack", "datadog"],
    args: [undefined, {}, { key: secrets[0] }, { key: secrets[1] }, { key: null }],
    args_wo: [undefined, { key: secrets[2] }],
    args_wo_version: [undefined, 1, 2],
  }),
  host: (n) => ({
    host: [
      `mail${n}.example.com`,
      `MAIL${n}.Example.com.`,
      `192.0.2.${n}`,
      `198.51.${n}.0/30`,
      `198.51.${n}.1/30`,
    ],
    tags,
  }),
  certificate_monitor: (n) => ({
    hostname: [`www${n}.example.com`, `WWW${n}.Example.com.`, `shop${n}.example.com`],
    protocol: ["https", "smtp"],
    tags,
  }),
};

/** The values that each attribute of a resource may take; undefined leaves it out. The first ones make the plainest object. */
function choices(kind: Kind, number: number): Readonly<Record<string, readonly unknown[]>> {
  const fields = Object.entries(accepted(kind)).map(([name, { presence, rule }]) => {
    const omitted = presence === "required" && name !== "schedule" ? [] : [undefined];
    const all = [...omitted, ...values(kind, name, refer).map(asMember)];
    // A name that a service may trim, escape or cut.
    const renamed = ` ${name} ${number} & <others>, renamed to more than forty charactérs`;
    const own = rule === label ? [`${name} ${number}`, renamed] : all;
    // Two resources that both want the default would take it from each other for ever.
    const isOther = name === "is_default" && number > 0;
    return [attributeOf(kind, name), isOther ? [undefined, false] : own];
  });
  return {
    ...Object.fromEntries(fields),
    ...special[kind]?.(number),
    ...(kinds[kind].pausable && { paused: flag }),
  };
}

/** A resource that a walk may declare. */
export interface Slot {
  readonly kind: Kind;
  readonly number: number;
  readonly attributes: Readonly<Record<string, readonly unknown[]>>;
}

/** The resources that a walk over a version may declare: two of each kind, and three hosts. */
export const slots = Object.fromEntries(
  apiVersions.map((version) => [
    version,
    kindNames
      .filter((kind) => version === "4.0" || isLegacyKind(kind))
      .flatMap((kind) =>
        (kind === "host" ? [0, 1, 2] : [0, 1]).map((number) => ({
          ...{ kind, number },
          attributes: Object.fromEntries(
            Object.entries(choices(kind, number))
              .filter(([name]) => version === "4.0" || isSpoken(kind, name))
              .map(([name, values]) => [name, version === "4.0" ? values : values.filter(isSupportedValue)]),
          ),
        })),
      ),
  ]),
) as unknown as { readonly [V in ApiVersion]: readonly Slot[] };

/** Whether version 3.0 has the attribute. */
function isSpoken(kind: Kind, attribute: string): boolean {
  if (attribute.startsWith("args") || !isLegacyKind(kind)) return false;
  return attribute === "paused" || !isUnsupportedField(kind, fieldOf(kind, attribute));
}

/** Version 3.0 takes one group for a new host, and no sources for IPv6. */
function isSupportedValue(value: unknown): boolean {
  const isSeveralGroups = Array.isArray(value) && value.length > 1 && value[0] instanceof Member;
  return value !== "rbl_v6" && !(isSeveralGroups && (value[0] as Member).kind === "contact_group");
}

/** A declared resource: its name, and which of its values each attribute has. */
export interface Declaration {
  readonly slot: Slot;
  readonly name: string;
  readonly chosen: Readonly<Record<string, number>>;
  readonly createBeforeDestroy: boolean;
}

export function addressOf({ slot, name }: Declaration): string {
  return `rblmonitor_${slot.kind}.${name}`;
}

/** The resources that a declaration names. */
export function membersOf(declaration: Declaration): readonly Member[] {
  return Object.values(valuesOf(declaration)).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter((one) => one instanceof Member),
  );
}

/** The resource block of a declaration. */
export function declared(
  declaration: Declaration,
  all: readonly Declaration[],
  { account }: Emulator,
): Declared {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!(value instanceof Member)) return value;
    const other = all.find(({ slot }) => slot.kind === value.kind && slot.number === value.number);
    return other === undefined ? account.objects(value.kind)[0]?.id : ref(addressOf(other));
  };
  const values = Object.entries(valuesOf(declaration)).map(([name, value]) => [name, written(value)]);
  return { config: Object.fromEntries(values), createBeforeDestroy: declaration.createBeforeDestroy };
}

/** The chosen values, without those that exclude each other. */
function valuesOf({ slot, chosen }: Declaration): Record<string, unknown> {
  const values = Object.fromEntries(
    Object.entries(slot.attributes).map(([name, all]) => [name, all[(chosen[name] ?? 0) % all.length]]),
  );
  if (values.entries !== undefined && values.sync_method === "stay_in_sync") values.sync_method = undefined;
  if (values.args !== undefined) values.args_wo = undefined;
  return values;
}
