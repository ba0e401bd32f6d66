import { checkedHost, hostAddress, hostname, monitoredHostname } from "./address-rules";
import { contactTypes, frequencies, protocols, schedules, sourceTypes, syncMethods } from "./enumerations";
import { decided, defaulted, type Field, type Fields, fixed, optional, required, returned } from "./field";
import { type Kind, kindNames } from "./kinds";
import {
  filledList,
  filledText,
  flag,
  label,
  list,
  listedDetails,
  listItem,
  number,
  oneOf,
  sid,
  text,
  textMap,
  url,
} from "./rules";

const contactGroups = filledList("contact group", sid("contact_group"));
const thresholds = filledList("number of days", number, { count: 10, min: 0, max: 90 });

const table = {
  host: {
    host: fixed(required(hostAddress)),
    name: required(label),
    profile: required(sid("monitoring_profile")),
    contact_group: required(contactGroups),
    tags: optional(list(listItem)),
    type: returned(text),
    parent: returned(sid("host")),
    listed: returned(flag),
    listed_count: returned(number),
    listed_details: returned(listedDetails),
    listed_period: returned(text),
    first_listed: returned(text),
    last_checked: returned(text),
  },
  monitoring_profile: {
    name: required(label),
    frequency: required(oneOf(frequencies)),
    entries: decided(list(sid("source"))),
    sync_method: decided(oneOf(syncMethods)),
    is_default: decided(flag),
    total_entries: returned(number),
    total_hosts: returned(number),
  },
  source: {
    host: required(hostname),
    type: required(oneOf(sourceTypes)),
    custom_codes: optional(list(listItem)),
    custom: returned(flag),
  },
  certificate_monitor: {
    hostname: fixed(required(monitoredHostname)),
    protocol: fixed(required(oneOf(protocols))),
    name: required(label),
    profile: required(sid("certificate_profile")),
    contact_group: required(contactGroups),
    tags: optional(list(listItem)),
    port: returned(number),
    last_checked: returned(text),
    expiry_days: returned(number),
  },
  certificate_profile: {
    name: required(label),
    expiration_thresholds: required(thresholds),
    alert_on_expiration: defaulted(flag, true),
    alert_on_name_mismatch: defaulted(flag, true),
    alert_on_ca_failure: defaulted(flag, true),
    alert_on_connection_failure: defaulted(flag, true),
    alert_on_caa_failure: defaulted(flag, false),
    alert_on_misconfigurations: defaulted(flag, true),
    alert_on_changes: defaulted(flag, true),
    is_default: decided(flag),
  },
  contact: {
    contact: required(filledText),
    type: fixed(required(oneOf(contactTypes))),
    schedule: required(oneOf(schedules)),
    contact_group: required(contactGroups),
    args: fixed(decided(textMap)),
  },
  contact_group: {
    name: required(label),
    is_default: decided(flag),
    total_members: returned(number),
    total_hosts: returned(number),
  },
} as const satisfies Record<Kind, Fields>;

type Table = typeof table;

/** The fields of a kind. A kind that the table lacks has none, so that only the table does not compile. */
type FieldsOf<K extends Kind> = K extends keyof Table ? Table[K] : Readonly<Record<never, Field>>;

/** The fields of the objects of each kind (docs/design/api.md#resources), in requests and responses. */
export const fields = table as { readonly [K in Kind]: FieldsOf<K> };

/** The fields that start a manual check (docs/design/api.md#manual-check). */
export const checkFields = {
  host: required(checkedHost),
  callback: fixed(decided(url)),
  details: defaulted(flag, false),
} as const satisfies Fields;

/** The field that confirms a pending contact. */
export const confirmationFields = { authcode: required(filledText) } as const satisfies Fields;

/** The fields that a create or an update of a kind accepts. */
export function writableFields(kind: Kind): readonly string[] {
  return Object.entries<Field>(fields[kind]).flatMap(([name, { presence }]) =>
    presence === "returned" ? [] : [name],
  );
}

/** The fields with which the objects of a kind refer to others, with the kind of these. */
export const references = Object.fromEntries(
  kindNames.map((kind) => {
    const kinds = writableFields(kind).map((name) => [name, kindReferredTo(fieldOf(kind, name))] as const);
    return [kind, Object.fromEntries(kinds.filter(([, referred]) => referred !== undefined))];
  }),
) as Readonly<Record<Kind, Readonly<Record<string, Kind>>>>;

/** The fields with which objects refer to those of a kind. */
export function referencesTo(kind: Kind): readonly { readonly from: Kind; readonly field: string }[] {
  return kindNames.flatMap((from) =>
    Object.entries(references[from])
      .filter(([, referred]) => referred === kind)
      .map(([field]) => ({ from, field })),
  );
}

/** A field by its name; undefined if the kind does not have it. */
export function fieldOf(kind: Kind, name: string): Field | undefined {
  const own: Fields = fields[kind];
  return Object.hasOwn(own, name) ? own[name] : undefined;
}

function kindReferredTo(field: Field | undefined): Kind | undefined {
  return field?.rule.kind ?? field?.rule.item?.kind;
}
