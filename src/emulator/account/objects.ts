import type { Kind } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";

/*
 * Objects as stored in the account, independent of the wire form that the settings select. Additional fields are portal
 * settings.
 */

/** An object with all fields of its create, whose texts may be others than a create accepts. */
type Stored<K extends Kind, Without extends string = never> = {
  readonly id: string;
  readonly [field: string]: unknown;
} & {
  readonly [F in Exclude<keyof CreateRequest<K>, Without>]-?: StoredValue<NonNullable<CreateRequest<K>[F]>>;
};

type StoredValue<T> = T extends string ? string : T extends (infer Item)[] ? readonly Item[] : T;

interface Pausable {
  readonly paused: boolean;
}

/** A source that lists a host, as found by a check. */
export interface Listing {
  readonly sid: string;
  readonly host: string;
  readonly details: string;
}

/** A host. `parent` and `type` are relevant only for subnets. */
export interface HostObject extends Stored<"host">, Pausable {
  readonly listed: boolean;
  readonly listings: readonly Listing[];
  readonly parent: string | null;
  readonly type: "rbl" | "uribl" | "ip_range";
  /** Milliseconds since 1970. */
  readonly lastChecked: number | null;
  /** Milliseconds since 1970. */
  readonly firstListed: number | null;
}

/** A monitoring profile. `entries` is the selection, which is unused with `stay_in_sync`. */
export type MonitoringProfileObject = Stored<"monitoring_profile">;

/** A source. If `custom`, it was added by the account; otherwise it is built in. */
export interface SourceObject extends Stored<"source">, Pausable {
  readonly custom: boolean;
}

/** A certificate monitor. */
export interface CertificateMonitorObject extends Stored<"certificate_monitor">, Pausable {
  readonly port: number;
}

/** A contact. The API never returns the authcode; only the contact receives it. */
export interface ContactObject extends Stored<"contact", "args">, Pausable {
  /** Values are strings, or others if the settings accept them. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly confirmed: boolean;
  /** Whether it was confirmed with an authcode, and not paused or resumed since. */
  readonly authorized: boolean;
  readonly authcode: string;
}

/** The objects of each kind. */
export interface AccountObjects {
  host: HostObject;
  monitoring_profile: MonitoringProfileObject;
  source: SourceObject;
  certificate_monitor: CertificateMonitorObject;
  certificate_profile: Stored<"certificate_profile">;
  contact: ContactObject;
  contact_group: Stored<"contact_group">;
}

/** Fields that reference other objects, with the kind of these. */
export const references: Readonly<Record<Kind, { readonly [F in ReferenceField]?: Kind }>> = {
  host: { profile: "monitoring_profile", contact_group: "contact_group" },
  monitoring_profile: { entries: "source" },
  source: {},
  certificate_monitor: { profile: "certificate_profile", contact_group: "contact_group" },
  certificate_profile: {},
  contact: { contact_group: "contact_group" },
  contact_group: {},
};

type ReferenceField = "profile" | "contact_group" | "entries";

/** The SIDs in a field with a reference or a list of references. */
export function sidsIn(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/** An object of any kind. */
export type AnyObject = AccountObjects[Kind];

/** Fields for a create or a change. */
export type Fields = Readonly<Record<string, unknown>>;
