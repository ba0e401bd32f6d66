import type { Kind } from "../../service/kinds";

/*
 * Objects as the account keeps them: one normal form, whatever form the settings give them on the wire.
 * Fields beyond the named ones are what the service's portal would have set.
 */

interface Kept {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface Pausable {
  readonly paused: boolean;
}

/** A source that lists a host, as a check found it. */
export interface Listing {
  readonly sid: string;
  readonly host: string;
  readonly details: string;
}

/** A host; `parent` and `type` only matter for subnets. */
export interface HostObject extends Kept, Pausable {
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

/** A monitoring profile; `entries` is what was selected, and unused while it stays in sync. */
export interface MonitoringProfileObject extends Kept {
  readonly name: string;
  readonly frequency: string;
  readonly is_default: boolean;
  readonly sync_method: "stay_in_sync" | "use_my_selections";
  readonly entries: readonly string[];
}

/** A source; `custom` ones were added by the account, the others belong to the service. */
export interface SourceObject extends Kept, Pausable {
  readonly host: string;
  readonly type: string;
  readonly custom: boolean;
  readonly custom_codes: readonly string[];
}

/** A certificate monitor. */
export interface CertificateMonitorObject extends Kept, Pausable {
  readonly hostname: string;
  readonly protocol: string;
  readonly port: number;
  readonly name: string;
  readonly profile: string;
  readonly contact_group: readonly string[];
  readonly tags: readonly string[];
}

/** A certificate profile. */
export interface CertificateProfileObject extends Kept {
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

/** A contact; the authcode leaves the service only by way of the contact itself. */
export interface ContactObject extends Kept, Pausable {
  readonly contact: string;
  readonly type: string;
  readonly schedule: string;
  readonly contact_group: readonly string[];
  /** Values are texts; others are kept where the settings accept them. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly confirmed: boolean;
  /** Whether it was confirmed by an authcode, and not paused or resumed since. */
  readonly authorized: boolean;
  readonly authcode: string;
}

/** A contact group. */
export interface ContactGroupObject extends Kept {
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

/** An object of a kind that is not known to the code that handles it. */
export type AnyObject = AccountObjects[Kind];

/** Fields of an object to be, or to change. */
export type Fields = Readonly<Record<string, unknown>>;
