import type { Kind, PausableKind } from "../../service/kinds";
import type { CreateRequest } from "../../service/requests";

/*
 * Objects as stored in the account, independent of the wire form that the settings select. Additional fields are portal
 * settings.
 */

/** An object with all fields of its create, whose texts may be others than a create accepts. */
type Stored<K extends Kind> = { readonly id: string; readonly [field: string]: unknown } & {
  readonly [F in Exclude<keyof CreateRequest<K>, keyof AddedTo<K>>]-?: StoredValue<
    NonNullable<CreateRequest<K>[F]>
  >;
} & AddedTo<K> &
  (K extends PausableKind ? { readonly paused: boolean } : unknown);

type StoredValue<T> = T extends string ? string : T extends readonly (infer Item)[] ? readonly Item[] : T;

/** A source that lists a host, as found by a check. */
export interface Listing {
  readonly sid: string;
  readonly host: string;
  readonly details: string;
}

/** Fields that objects have in addition to those of their create, or in another form. */
interface Added {
  readonly host: {
    readonly listed: boolean;
    readonly listings: readonly Listing[];
    /** Relevant only for subnets, as `type`. */
    readonly parent: string | null;
    readonly type: "rbl" | "uribl" | "ip_range";
    /** Milliseconds since 1970. */
    readonly lastChecked: number | null;
    /** Milliseconds since 1970. */
    readonly firstListed: number | null;
  };
  /** Added by the account; otherwise the source is built in. */
  readonly source: { readonly custom: boolean };
  readonly certificate_monitor: { readonly port: number };
  readonly contact: {
    /** Values are strings, or others if the settings accept them. */
    readonly args: Readonly<Record<string, unknown>> | null;
    readonly confirmed: boolean;
    /** Whether it was confirmed with an authcode, and not paused or resumed since. */
    readonly authorized: boolean;
    /** The API never returns it; only the contact receives it. */
    readonly authcode: string;
  };
}

type AddedTo<K extends Kind> = K extends keyof Added ? Added[K] : unknown;

export type AccountObjects = { readonly [K in Kind]: Stored<K> };

export type HostObject = AccountObjects["host"];
/** A monitoring profile. `entries` is the selection, which is unused with `stay_in_sync`. */
export type MonitoringProfileObject = AccountObjects["monitoring_profile"];
export type SourceObject = AccountObjects["source"];
export type CertificateMonitorObject = AccountObjects["certificate_monitor"];
export type ContactObject = AccountObjects["contact"];

/** The SIDs in a field with a reference or a list of references. */
export function sidsIn(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

export type AnyObject = AccountObjects[Kind];

/** Fields for a create or a change. */
export type Fields = Readonly<Record<string, unknown>>;
