import { randomBytes, randomInt } from "node:crypto";
import { registeredPort } from "../../service/enumerations";
import { type Kind, kinds } from "../../service/kinds";
import { legacyHostType } from "../../service/legacy/parameters";
import type { AccountObjects, Fields } from "./objects";

/** A random identifier: capitals, then lower-case hexadecimal digits. */
export function newSid(prefix: string, digits = 32): string {
  return prefix + randomBytes(digits / 2).toString("hex");
}

/** A random authcode: 6 characters in mixed case. */
function newAuthcode(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("");
}

/** The default values of fields, by kind (docs/design/api.md#resources). */
const defaults: { readonly [K in Kind]: (fields: Fields) => Partial<AccountObjects[K]> } = {
  host: (fields) => ({
    name: String(fields.host),
    tags: [],
    paused: false,
    listed: false,
    listings: [],
    parent: null,
    type: legacyHostType(String(fields.host)) ?? "rbl",
    lastChecked: null,
    firstListed: null,
  }),
  monitoring_profile: (fields) => ({
    name: "Profile",
    frequency: "24_hours",
    is_default: false,
    sync_method: fields.entries === undefined ? "stay_in_sync" : "use_my_selections",
    entries: [],
  }),
  source: () => ({ host: "bl.example.org", type: "rbl", custom: true, custom_codes: [], paused: false }),
  certificate_monitor: (fields) => ({
    name: String(fields.hostname),
    hostname: "www.example.org",
    protocol: "https",
    port: registeredPort(fields.protocol) ?? 443,
    tags: [],
    paused: false,
  }),
  certificate_profile: () => ({
    name: "Certificate Profile",
    expiration_thresholds: [30, 14, 7, 1, 0],
    alert_on_expiration: true,
    alert_on_name_mismatch: true,
    alert_on_ca_failure: true,
    alert_on_connection_failure: true,
    alert_on_caa_failure: false,
    alert_on_misconfigurations: true,
    alert_on_changes: true,
    is_default: false,
  }),
  contact: () => ({
    contact: "someone@example.org",
    type: "email",
    schedule: "start_and_end",
    args: null,
    confirmed: true,
    authorized: false,
    authcode: newAuthcode(),
    paused: false,
  }),
  contact_group: () => ({ name: "Contact Group", is_default: false }),
};

/** Creates an object with a new SID. Omitted fields have defaults. */
export function newObject<K extends Kind>(kind: K, fields: Fields): AccountObjects[K] {
  const object: unknown = { id: newSid(kinds[kind].prefix), ...defaults[kind](fields), ...fields };
  return object as AccountObjects[K];
}
