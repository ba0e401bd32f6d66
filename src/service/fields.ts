import { checkedHost, hostAddress, hostname, monitoredHostname, responseCode } from "./address-rules";
import { contactTypes, frequencies, protocols, schedules, sourceTypes, syncMethods } from "./enumerations";
import {
  decided,
  defaulted,
  type Field,
  type Fields,
  fixed,
  fixedByPlan,
  named,
  optional,
  required,
  returned,
} from "./field";
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

/** The account always has one default object of a kind. */
function defaultFlag(title: string) {
  const field = decided(
    flag,
    `Whether this is the account's default ${title}.`,
    `Setting this to \`true\` takes the flag from the current default. To remove the flag, set \`is_default = true\` on another ${title}; \`false\` on the default has no effect.`,
    "If omitted, the current value is kept.",
  );
  return { ...field, isMovable: true } as const;
}

function alert(event: string, defaultValue: boolean) {
  return defaulted(flag, defaultValue, `Whether to alert when ${event}.`);
}

const table = {
  host: {
    host: fixed(
      required(
        hostAddress,
        "Address to monitor:\n- IPv4 address, such as `192.0.2.25`\n- domain name, such as `example.com`\n- IPv4 subnet in CIDR notation, such as `198.51.100.16/29`",
        "The service may create one host per address of a subnet. A new subnet can have at most 65,536 addresses (/16), because 1,000 requests per hour cannot list many more hosts. The limit also applies if the service stores the subnet as a single host.",
        "A new IPv6 address causes a warning, because the API specification does not mention IPv6.",
      ),
    ),
    name: required(label, "Label of the host in lists and alerts."),
    profile: required(
      sid("monitoring_profile"),
      "SID of the monitoring profile, `RP…`. It sets which sources to check and how often.",
    ),
    contact_group: named(
      "contact_groups",
      required(
        contactGroups,
        "SIDs of the contact groups that are notified, `CG…`.",
        "With API version 3.0, a new host accepts a single group; add others once it exists.",
      ),
    ),
    tags: optional(
      list(listItem),
      'Tags for filtering, such as `["inbound"]`.',
      "Tags cannot contain commas. If omitted, the host has no tags.",
    ),
    type: returned(
      text,
      "Type of the host: `rbl`, `uribl`, or `ip_range`. Null if the API does not return it.",
    ),
    parent: returned(sid("host"), "SID of the subnet's host, `HT…`, if this host is an address of a subnet."),
    listed: returned(flag, "Whether the last check found the host on any source."),
    listed_count: returned(number, "Number of sources that list the host."),
    listed_details: returned(listedDetails, "The sources that list the host, sorted by `host`."),
    listed_period: returned(text, "How long the host has been listed, as returned by the API."),
    first_listed: returned(text, "When the host was first listed, as returned by the API."),
    last_checked: returned(text, "When the host was last checked, as returned by the API."),
  },
  monitoring_profile: {
    name: required(label, "Name of the profile."),
    frequency: fixedByPlan(
      required(
        oneOf(frequencies),
        "How often hosts are checked.",
        "Only Ultimate accounts can choose. On other plans the service uses a fixed interval, which Terraform reports as a warning and not as drift.",
      ),
    ),
    entries: decided(
      list(sid("source")),
      "SIDs of the sources to check, `RB…`.",
      'Setting this selects `sync_method = "use_my_selections"`. If omitted, the current selection is kept. Null while `sync_method` is `stay_in_sync`.',
    ),
    sync_method: decided(
      oneOf(syncMethods),
      "Origin of the sources:\n- `stay_in_sync`: the service's catalogue, which changes over time\n- `use_my_selections`: the sources in `entries`",
      "Switching to `stay_in_sync` discards `entries`. If omitted: `use_my_selections` with `entries`; otherwise the current value is kept, and a new profile uses `stay_in_sync`.",
    ),
    is_default: defaultFlag("monitoring profile"),
    total_entries: returned(
      number,
      "Number of sources that are checked. Null if the API does not return it.",
    ),
    total_hosts: returned(number, "Number of hosts with the profile. Null if the API does not return it."),
  },
  source: {
    host: required(
      hostname,
      "Hostname of the blocklist's DNS server, such as `bl.example.net`.",
      "Sent in lower case without a trailing dot.",
    ),
    type: required(
      oneOf(sourceTypes),
      "What the blocklist lists:\n- `rbl`: IPv4 addresses\n- `rbl_v6`: IPv6 addresses; requires API version 4.0\n- `uribl`: domain names",
    ),
    custom_codes: optional(
      list(responseCode),
      "DNS response codes that indicate a listing, such as `127.0.0.2`.",
      "If omitted, the source has no custom codes.",
    ),
    custom: returned(flag, "Whether the account added the source. False for built-in sources."),
  },
  certificate_monitor: {
    hostname: fixed(
      required(
        monitoredHostname,
        "Hostname, IPv4 address, or IPv6 address to monitor, such as `www.example.com` or `2001:db8::1`.",
        "To monitor a port other than the protocol's own, add it: `host:port` or `[v6]:port`. Brackets around an IPv6 address without a port are optional.",
      ),
    ),
    protocol: fixed(required(oneOf(protocols), "Protocol over which the certificate is fetched.")),
    name: required(label, "Label of the monitor in lists and alerts."),
    profile: required(
      sid("certificate_profile"),
      "SID of the certificate profile, `CP…`. It sets when to alert.",
    ),
    contact_group: named(
      "contact_groups",
      required(contactGroups, "SIDs of the contact groups that are notified, `CG…`."),
    ),
    tags: optional(
      list(listItem),
      'Tags for filtering, such as `["public"]`.',
      "Tags cannot contain commas. If omitted, the monitor has no tags.",
    ),
    port: returned(number, "Port on which the certificate is fetched. Null if the API does not return it."),
    last_checked: returned(text, "When the certificate was last fetched, as returned by the API."),
    expiry_days: returned(
      number,
      "Days until the certificate expires; negative after that. Null if the API does not return it.",
    ),
  },
  certificate_profile: {
    name: required(label, "Name of the profile."),
    expiration_thresholds: required(
      thresholds,
      "Days before expiration at which to alert, such as `[30, 15, 5]`.",
    ),
    alert_on_expiration: alert("the certificate is about to expire", true),
    alert_on_name_mismatch: alert("the certificate does not match the hostname", true),
    alert_on_ca_failure: alert("the certificate authority is not trusted", true),
    alert_on_connection_failure: alert("the connection fails", true),
    alert_on_caa_failure: alert("the domain's CAA records do not allow the certificate authority", false),
    alert_on_misconfigurations: alert("TLS is misconfigured on the server", true),
    alert_on_changes: alert("the certificate changes", true),
    is_default: defaultFlag("certificate profile"),
  },
  contact: {
    contact: required(
      filledText,
      "Destination of notifications: an email address, phone number, URL, or key, depending on `type`.",
      "A new contact may need to be confirmed.",
    ),
    type: fixed(required(oneOf(contactTypes), "Type of the contact.")),
    schedule: required(
      oneOf(schedules),
      "When to notify. Deprecated: the service will remove it.",
      "If omitted, a new contact uses `start_and_end`, and an existing one keeps its value.",
    ),
    contact_group: named(
      "contact_groups",
      required(contactGroups, "SIDs of the contact groups that the contact belongs to, `CG…`."),
    ),
    args: fixed(
      decided(
        textMap,
        "Settings that some types require, such as a key. Stored in state; use `args_wo` to avoid that.",
        "Values are strings: numbers and booleans are sent as text. If a type requires lists or objects, create the contact in the service's portal and import it without `args`.",
        "If omitted, the contact has none.",
      ),
    ),
  },
  contact_group: {
    name: required(label, "Name of the group."),
    is_default: defaultFlag("contact group"),
    total_members: returned(number, "Number of contacts in the group. Null if the API does not return it."),
    total_hosts: returned(
      number,
      "Number of hosts that notify the group. Null if the API does not return it.",
    ),
  },
} as const satisfies Record<Kind, Fields>;

/** The fields of a kind. A kind that the table lacks has none, so that only the table does not compile. */
type FieldsOf<K> = K extends keyof typeof table ? (typeof table)[K] : Readonly<Record<never, Field>>;

/** The fields of the objects of each kind (docs/design/api.md#resources), in requests and responses. */
export const fields = table as { readonly [K in Kind]: FieldsOf<K> };

/** The flags of a certificate profile that turn its alerts on. */
export const alertFlags = Object.keys(table.certificate_profile).filter((name) =>
  name.startsWith("alert_on_"),
) as Extract<keyof typeof table.certificate_profile, `alert_on_${string}`>[];

/** The fields that start a manual check (docs/design/api.md#manual-check). */
export const checkFields = {
  host: required(
    checkedHost,
    "Host to check:\n- IP address, such as `192.0.2.1`\n- domain name, such as `mail.example.com`\n- SID of a host of the account, `HT…`",
  ),
  callback: fixed(
    decided(url, "URL to which the service posts the result of the check.", "If omitted, nothing is posted."),
  ),
  details: defaulted(flag, false, "Whether to return the result of each source in `results`."),
} as const satisfies Fields;

/** The field that confirms a pending contact. */
export const confirmationFields = {
  authcode: required(filledText, "Confirmation code that the service sent to the contact."),
} as const satisfies Fields;

/** The fields that a create or an update of a kind accepts. */
export function writableFields(kind: Kind): readonly string[] {
  return Object.entries<Field>(fields[kind]).flatMap(([name, { presence }]) =>
    presence === "returned" ? [] : [name],
  );
}

/** The fields with which the objects of a kind refer to others, with the kind of these. */
export const references = Object.fromEntries(
  kindNames.map((kind) => {
    const referred = writableFields(kind).flatMap((name) => {
      const rule = fieldOf(kind, name)?.rule;
      const to = rule?.kind ?? rule?.item?.kind;
      return to === undefined ? [] : [[name, to] as const];
    });
    return [kind, Object.fromEntries(referred)];
  }),
) as Readonly<Record<Kind, Readonly<Record<string, Kind>>>>;

/** The references that a create requires. Version 3.0 uses the account's default objects for omitted ones. */
export function requiredReferences(kind: Kind): [field: string, referred: Kind][] {
  return Object.entries(references[kind]).filter(([name]) => fieldOf(kind, name)?.presence === "required");
}

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
  const ofKind: Fields = fields[kind];
  return Object.hasOwn(ofKind, name) ? ofKind[name] : undefined;
}
