import * as z from "zod/mini";
import { responseFields } from "./generated/fields";
import type { Kind } from "./kinds";
import { flag, number, optionalField, reference, references, stringMap, text } from "./optional-fields";
import { canonicalSid, checkIdPattern, isSid } from "./sids";
import { readObject, readString, type WireObject } from "./wire-forms";

/*
 * Readers for objects of the service, with one form per kind (docs/design/open-points.md#1 to 7): the API's field names, lists as
 * arrays, flags as booleans. Missing and unreadable fields are undefined. This file has the fields that the provider's tables
 * do not have, or have under other names. Other fields are dropped.
 */

const id = z.string();

const listedDetail = z.object({
  id: reference,
  host: text,
  details: text,
  listed: flag,
  response_time: number,
});
const listedDetails = optionalField((value) =>
  Array.isArray(value)
    ? value
        .map(readObject)
        .filter((item) => item !== undefined)
        .map((item) => compact(listedDetail.parse({ ...item, id: item.id ?? item.sid ?? item.rbl })))
    : undefined,
);

const objects = {
  host: z.object({
    ...responseFields.host,
    id,
    profile: reference,
    contact_group: references,
    status: text,
    type: text,
    parent: reference,
    listed: flag,
    listed_count: number,
    listed_details: listedDetails,
    listed_period: text,
    first_listed: text,
    last_checked: text,
  }),
  monitoring_profile: z.object({
    ...responseFields.monitoring_profile,
    id,
    entries: references,
    total_entries: number,
    total_hosts: number,
  }),
  source: z.object({ ...responseFields.source, id, custom: flag, status: text }),
  certificate_monitor: z.object({
    ...responseFields.certificate_monitor,
    id,
    port: number,
    profile: reference,
    contact_group: references,
    status: text,
    last_checked: text,
    expiry_days: number,
  }),
  certificate_profile: z.object({ ...responseFields.certificate_profile, id }),
  contact: z.object({
    ...responseFields.contact,
    id,
    schedule: text,
    contact_group: references,
    status: text,
    args: stringMap,
  }),
  contact_group: z.object({
    ...responseFields.contact_group,
    id,
    total_members: number,
    total_hosts: number,
  }),
} as const satisfies Record<Kind, z.ZodMiniType>;

const checkStatus = z.object({
  status: text,
  checked_count: number,
  listed: flag,
  listed_count: number,
  listed_details: listedDetails,
});

/** An object without the fields that are undefined, which exactOptionalPropertyTypes then knows to be absent. */
type Compact<T> = { [N in keyof T]: Exclude<T[N], undefined> };

/** A returned object. All fields except `id` may be missing. */
export type ServiceObject<K extends Kind> = Compact<z.output<(typeof objects)[K]>>;

/** The status of a manual check. While `finished` is false, polling should continue (docs/design/open-points.md#14). */
export type CheckStatus = Compact<z.output<typeof checkStatus>> & { finished: boolean };

/** Reads an object; undefined without a SID of the kind (docs/design/open-points.md#1). */
export function readServiceObject<K extends Kind>(kind: K, value: unknown): ServiceObject<K> | undefined {
  const object = readObject(value);
  const sid = [object?.id, object?.sid].map(readSid).find((item) => item !== undefined && isSid(kind, item));
  if (object === undefined || sid === undefined) return undefined;
  const current = { ...object, id: sid, profile: object.profile ?? object.rbl_profile };
  // The schema of this kind returns this kind's object; TypeScript cannot infer that.
  return compact(objects[kind].parse(current)) as ServiceObject<K>;
}

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
  const check = compact(checkStatus.parse(object));
  return { ...check, finished: isFinished(check) };
}

/** A created object, followed by the child objects that the service nests in it (docs/design/open-points.md#10). */
export function flattenChildren(value: WireObject): WireObject[] {
  const children = [value.children, value.hosts, value.members].find(Array.isArray);
  return [value, ...(children ?? []).map(readObject).filter((child) => child !== undefined)];
}

// A running check may already have counts (3.0 sample), so only a different status is final.
function isFinished(check: { status?: string; listed?: boolean }): boolean {
  const word = check.status?.toLowerCase();
  if (word === "completed") return true;
  return (
    word !== undefined && !["processing", "pending", "queued"].includes(word) && check.listed !== undefined
  );
}

/** A SID in canonical letter case. */
function readSid(value: unknown): string | undefined {
  const sid = readString(value);
  return sid === undefined ? undefined : canonicalSid(sid);
}

function compact<T extends object>(object: T): Compact<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Compact<T>;
}
