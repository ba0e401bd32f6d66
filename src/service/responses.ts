import type { Field } from "./field";
import { fields } from "./fields";
import { type Kind, kindNames, kinds, type PausableKind } from "./kinds";
import { flag, listedDetails, number, type Rules, readValues, text, type ValuesOf } from "./rules";
import { canonicalSid, checkIdPattern, isSid } from "./sids";
import { isDeletedStatus } from "./status";
import { readFields, readObject, readString, type WireObject } from "./wire-forms";

/*
 * Readers for objects of the service, with one form per kind (docs/design/open-points.md#1 to 7): the API's field names, lists as
 * arrays, flags as booleans. Missing and unreadable fields are absent, and fields that the table does not have are dropped.
 */

const rules = Object.fromEntries(
  kindNames.map((kind) => {
    const rulesOfFields = Object.entries<Field>(fields[kind]).map(([name, { rule }]) => [name, rule]);
    return [kind, { ...Object.fromEntries(rulesOfFields), ...(kinds[kind].pausable && { status: text }) }];
  }),
) as Readonly<Record<Kind, Rules>>;

type ServiceObjects = {
  readonly [K in Kind]: { readonly id: string } & {
    readonly [N in keyof (typeof fields)[K]]?: (typeof fields)[K][N] extends Field<infer T>
      ? Returned<T>
      : never;
  } & (K extends PausableKind ? { readonly status?: string } : unknown);
};

/** The service may return words that no list has (docs/design/open-points.md#4 and 5). */
type Returned<T> = T extends string ? string : T;

/** A returned object. All fields except `id` may be missing. */
export type ServiceObject<K extends Kind> = ServiceObjects[K];

const checkStatus = {
  status: text,
  checked_count: number,
  listed: flag,
  listed_count: number,
  listed_details: listedDetails,
};

/** The status of a manual check. While `finished` is false, polling should continue (docs/design/open-points.md#14). */
export type CheckStatus = ValuesOf<typeof checkStatus> & { readonly finished: boolean };

/** Reads an object; undefined without a SID of the kind (docs/design/open-points.md#1), and if it is deleted. */
export function readServiceObject<K extends Kind>(kind: K, value: unknown): ServiceObject<K> | undefined {
  const wire = readFields(value);
  const id = [wire?.id, wire?.sid].map(readSid).find((item) => item !== undefined && isSid(kind, item));
  if (wire === undefined || id === undefined || isDeletedStatus(wire.status)) return undefined;
  const returned: WireObject = { ...wire, profile: wire.profile ?? wire.rbl_profile };
  const values: WireObject = readValues(rules[kind], returned);
  // The rules of this kind return this kind's object; TypeScript cannot infer that.
  const object = { id, ...values } as unknown as ServiceObject<K>;
  const isLost = ([name, item]: [string, unknown]) =>
    name in rules[kind] && !(name in values) && item !== undefined && item !== null && item !== "";
  const lost = Object.entries(returned).filter(isLost);
  if (lost.length > 0) unreadableValues.set(object, lost);
  return object;
}

/** The returned values of objects that no rule can read. */
export const unreadableValues = new WeakMap<object, readonly [field: string, value: unknown][]>();

/** Reads the id of a started check; undefined if there is none. */
export function readCheckId(value: unknown): string | undefined {
  const object = readObject(value);
  return [object?.id, object?.sid, object?.check_sid]
    .map(readSid)
    .find((item) => item !== undefined && checkIdPattern.test(item));
}

/** Reads the status of a manual check; undefined if the value is not an object. */
export function readCheckStatus(value: unknown): CheckStatus | undefined {
  const object = readObject(value);
  if (object === undefined) return undefined;
  const { listed, ...check } = readValues(checkStatus, object);
  const finished = isFinished(check.status, listed);
  return {
    ...check,
    ...(listed !== undefined && !(finished && !listed && isDoubtful(check)) && { listed }),
    finished,
  };
}

/** A created object, followed by the child objects that the service nests in it (docs/design/open-points.md#10). */
export function flattenChildren(value: WireObject): WireObject[] {
  const children = [value.children, value.hosts, value.members].find(Array.isArray);
  return [value, ...(children ?? []).map(readObject).filter((child) => child !== undefined)];
}

/** Whether a status of a check is known to mean that it runs. */
export function isRunningCheck(status: string): boolean {
  return ["processing", "pending", "queued"].includes(status.trim().toLowerCase());
}

// A running check may already have counts (3.0 sample), and an undocumented word may mean that it runs or failed: under such a
// word only a listing is an answer, since no later result takes it back.
function isFinished(status: string | undefined, listed: boolean | undefined): boolean {
  const word = status?.trim().toLowerCase();
  if (word === "completed") return true;
  return word !== undefined && !isRunningCheck(word) && listed === true;
}

/** Whether the other fields of a check contradict that its host is not listed: no source was queried, or some list it. */
function isDoubtful(check: Omit<ValuesOf<typeof checkStatus>, "listed">): boolean {
  const { checked_count: asked, listed_count: count = 0, listed_details: details = [] } = check;
  return asked === 0 || count > 0 || details.some(({ listed }) => listed === true);
}

/** A SID in canonical letter case. */
function readSid(value: unknown): string | undefined {
  const sid = readString(value);
  return sid === undefined ? undefined : canonicalSid(sid);
}
