import type { AnyObject } from "../../../../src/emulator/account/objects";
import { canonicalHost } from "../../../../src/service/addresses";
import type { Kind } from "../../../../src/service/kinds";

/** An object of the emulator as a Terraform state stores it. */
export type Stored = Readonly<Record<string, unknown>>;

type Form = (object: AnyObject) => Stored;

const plain = (...names: readonly string[]): Form => {
  return (object) => Object.fromEntries(names.map((name) => [name, object[name]]));
};
const groups: Form = (object) => ({ contact_groups: object.contact_group });

const alerts = [
  "alert_on_expiration",
  "alert_on_name_mismatch",
  "alert_on_ca_failure",
  "alert_on_connection_failure",
  "alert_on_caa_failure",
  "alert_on_misconfigurations",
  "alert_on_changes",
];

const forms: Readonly<Record<Kind, readonly Form[]>> = {
  host: [
    plain("id", "host", "name", "profile", "tags", "paused"),
    groups,
    (object) => ({ members: [{ id: object.id, host: canonicalHost(String(object.host)) }] }),
  ],
  monitoring_profile: [
    plain("id", "name", "frequency", "sync_method", "is_default"),
    (object) => ({ entries: object.sync_method === "stay_in_sync" ? null : object.entries }),
  ],
  source: [plain("id", "host", "type", "custom_codes", "paused")],
  certificate_monitor: [plain("id", "hostname", "protocol", "name", "profile", "tags", "paused"), groups],
  certificate_profile: [plain("id", "name", "expiration_thresholds", "is_default", ...alerts)],
  contact: [plain("id", "contact", "type", "schedule", "paused"), groups],
  contact_group: [plain("id", "name", "is_default")],
};

/** The attributes of an object in a state. */
export function storedObject(kind: Kind, object: AnyObject): Stored {
  return Object.assign({}, ...forms[kind].map((form) => form(object))) as Stored;
}

/** A state of version 4 that holds those objects, each at an address by its number. */
export function rawStateOf(objects: readonly { readonly kind: Kind; readonly attributes: Stored }[]): string {
  const resources = objects.map(({ kind, attributes }, number) => ({
    mode: "managed",
    type: `rblmonitor_${kind}`,
    name: `object_${number}`,
    provider: 'provider["registry.terraform.io/rblmonitor/rblmonitor"]',
    instances: [{ schema_version: 0, attributes }],
  }));
  return JSON.stringify({ version: 4, terraform_version: "1.11.4", serial: 1, lineage: "l", resources });
}
