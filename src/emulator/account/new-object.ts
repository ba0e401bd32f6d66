import { randomBytes, randomInt } from "node:crypto";
import { registeredPort } from "../../service/enumerations";
import type { Field } from "../../service/field";
import { fields as fieldsOfKinds } from "../../service/fields";
import { type Kind, kinds } from "../../service/kinds";
import { legacyHostType } from "../../service/legacy/parameters";
import type { Rule } from "../../service/rules";
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

/** The values of fields of a new object that a create requires or the emulator adds, by kind. Objects of the portal may lack them. */
const defaults: { readonly [K in Kind]?: (fields: Fields) => Partial<AccountObjects[K]> } = {
  host: (fields) => ({
    name: String(fields.host),
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
    sync_method: fields.entries === undefined ? "stay_in_sync" : "use_my_selections",
  }),
  source: () => ({ host: "bl.example.org", type: "rbl", custom: true }),
  certificate_monitor: (fields) => ({
    name: String(fields.hostname),
    hostname: "www.example.org",
    protocol: "https",
    port: registeredPort(fields.protocol) ?? 443,
  }),
  certificate_profile: () => ({ name: "Certificate Profile", expiration_thresholds: [30, 14, 7, 1, 0] }),
  contact: () => ({
    contact: "someone@example.org",
    type: "email",
    schedule: "start_and_end",
    args: null,
    confirmed: true,
    authorized: false,
    authcode: newAuthcode(),
  }),
  contact_group: () => ({ name: "Contact Group" }),
};

const emptyValues: { readonly [T in Rule["type"]]?: unknown } = { flag: false, list: [] };

/** The values of omitted fields (docs/design/api.md#resources): defaults, else empty lists and false flags. */
function omittedValues(kind: Kind): Fields {
  const values = Object.entries<Field>(fieldsOfKinds[kind])
    .filter(([, { presence }]) => presence !== "returned")
    .map(([name, { rule, defaultValue = rule.empty ?? emptyValues[rule.type] }]) => [name, defaultValue])
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(values), ...(kinds[kind].pausable && { paused: false }) };
}

/** Creates an object with a new SID. Omitted fields have defaults. */
export function newObject<K extends Kind>(kind: K, fields: Fields): AccountObjects[K] {
  const own = { ...omittedValues(kind), ...defaults[kind]?.(fields) };
  const object: unknown = { id: newSid(kinds[kind].prefix), ...own, ...fields };
  return object as AccountObjects[K];
}
