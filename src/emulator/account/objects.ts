import type { Kind } from "../../service/kinds";

/*
 * Objects as stored in the account, independent of the wire form that the settings select. Additional fields are portal
 * settings.
 */

interface StoredObject {
  readonly id: string;
  readonly [field: string]: unknown;
}

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
export interface HostObject extends StoredObject, Pausable {
  readonly host: string;
  readonly name: string;
  readonly profile: string;
  readonly contact_group: readonly string[];
  readonly tags: readonly string[];
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
export interface MonitoringProfileObject extends StoredObject {
  readonly name: string;
  readonly frequency: string;
  readonly is_default: boolean;
  readonly sync_method: "stay_in_sync" | "use_my_selections";
  readonly entries: readonly string[];
}

/** A source. If `custom`, it was added by the account; otherwise it is built in. */
export interface SourceObject extends StoredObject, Pausable {
  readonly host: string;
  readonly type: string;
  readonly custom: boolean;
  readonly custom_codes: readonly string[];
}

/** A certificate monitor. */
export interface CertificateMonitorObject extends StoredObject, Pausable {
  readonly hostname: string;
  readonly protocol: string;
  readonly port: number;
  readonly name: string;
  readonly profile: string;
  readonly contact_group: readonly string[];
  readonly tags: readonly string[];
}

/** A certificate profile. */
export interface CertificateProfileObject extends StoredObject {
  readonly name: string;
  readonly expiration_thresholds: readonly number[];
  readonly alert_on_expiration: boolean;
  readonly alert_on_name_mismatch: boolean;
  readonly alert_on_ca_failure: boolean;
  readonly alert_on_connection_failure: boolean;
  readonly alert_on_caa_failure: boolean;
  readonly alert_on_misconfigurations: boolean;
  readonly alert_on_changes: boolean;
  readonly is_default: boolean;
}

/** A contact. The API never returns the authcode; only the contact receives it. */
export interface ContactObject extends StoredObject, Pausable {
  readonly contact: string;
  readonly type: string;
  readonly schedule: string;
  readonly contact_group: readonly string[];
  /** Values are strings, or others if the settings accept them. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly confirmed: boolean;
  /** Whether it was confirmed with an authcode, and not paused or resumed since. */
  readonly authorized: boolean;
  readonly authcode: string;
}

/** A contact group. */
export interface ContactGroupObject extends StoredObject {
  readonly name: string;
  readonly is_default: boolean;
}

/** The objects of each kind. */
export interface AccountObjects {
  host: HostObject;
  monitoring_profile: MonitoringProfileObject;
  source: SourceObject;
  certificate_monitor: CertificateMonitorObject;
  certificate_profile: CertificateProfileObject;
  contact: ContactObject;
  contact_group: ContactGroupObject;
}

/** An object of any kind. */
export type AnyObject = AccountObjects[Kind];

/** Fields for a create or a change. */
export type Fields = Readonly<Record<string, unknown>>;
