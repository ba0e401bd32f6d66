import { apiVersions } from "../../../service/api-version";
import {
  contactTypes,
  frequencies,
  protocols,
  schedules,
  sourceTypes,
  syncMethods,
} from "../../../service/enumerations";
import { type Kind, kindNames } from "../../../service/kinds";

/** An enumeration that is a type of the constructs. */
interface Enumeration {
  readonly description: string;
  readonly words: readonly string[];
  /** The attributes that accept only these words, as `type.attribute`; data sources begin with `data.`. */
  readonly attributes: readonly string[];
}

/** The enumerations of the service (docs/design/api.md#resources) and of the provider, by the names of their types. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  ApiVersion: {
    description: "A version of the service's API.",
    words: apiVersions,
    attributes: ["provider.api_version"],
  },
  ContactArgsEncoding: {
    description: "How the `args` of a contact are sent: `args[key]=value`, or one JSON text.",
    words: ["brackets", "json"],
    attributes: ["provider.contact_args_encoding"],
  },
  ContactType: {
    description: "Type of a contact.",
    words: contactTypes,
    attributes: ["rblmonitor_contact.type", "data.rblmonitor_contact.type", "data.rblmonitor_contacts.type"],
  },
  Frequency: {
    description: "How often a monitoring profile checks.",
    words: frequencies,
    attributes: ["rblmonitor_monitoring_profile.frequency"],
  },
  Protocol: {
    description: "Protocol over which a certificate is fetched.",
    words: protocols,
    attributes: [
      "rblmonitor_certificate_monitor.protocol",
      "data.rblmonitor_certificate_monitor.protocol",
      "data.rblmonitor_certificate_monitors.protocol",
    ],
  },
  Schedule: {
    description: "When a contact is notified. The service will remove schedules in a future version.",
    words: schedules,
    attributes: ["rblmonitor_contact.schedule"],
  },
  SourceType: {
    description: "Type of a custom source.",
    words: sourceTypes,
    attributes: ["rblmonitor_source.type"],
  },
  SyncMethod: {
    description:
      "Where the sources of a monitoring profile come from: the service's catalogue, or `entries`.",
    words: syncMethods,
    attributes: [
      "rblmonitor_monitoring_profile.sync_method",
      "data.rblmonitor_monitoring_profiles.sync_method",
    ],
  },
};

/** The attributes that accept SIDs, by the kind of the SIDs. */
export const sidAttributes: Readonly<Record<Kind, readonly string[]>> = {
  host: ["rblmonitor_manual_check.host", "data.rblmonitor_host.id"],
  monitoring_profile: [
    "rblmonitor_host.profile",
    "data.rblmonitor_hosts.profile",
    "data.rblmonitor_listings.profile",
    "data.rblmonitor_monitoring_profile.id",
  ],
  source: [
    "rblmonitor_monitoring_profile.entries",
    "data.rblmonitor_monitoring_profiles.source",
    "data.rblmonitor_source.id",
  ],
  certificate_monitor: ["data.rblmonitor_certificate_monitor.id"],
  certificate_profile: [
    "rblmonitor_certificate_monitor.profile",
    "data.rblmonitor_certificate_monitors.profile",
    "data.rblmonitor_certificate_profile.id",
  ],
  contact: ["data.rblmonitor_contact.id"],
  contact_group: [
    "rblmonitor_certificate_monitor.contact_groups",
    "rblmonitor_contact.contact_groups",
    "rblmonitor_host.contact_groups",
    "data.rblmonitor_certificate_monitors.contact_group",
    "data.rblmonitor_contact_group.id",
    "data.rblmonitor_contacts.contact_group",
    "data.rblmonitor_hosts.contact_group",
    "data.rblmonitor_listings.contact_group",
  ],
};

/** The name of the enumeration of an attribute; undefined for other attributes. */
export function enumerationOf(path: string): string | undefined {
  return Object.keys(enumerations).find((name) => enumerations[name]?.attributes.includes(path));
}

/** The enumerations of a type, such as `rblmonitor_contact`, in the order of its attributes' names. */
export function enumerationsIn(path: string): string[] {
  const attributes = Object.values(enumerations).flatMap((enumeration) => enumeration.attributes);
  const within = attributes.filter((attribute) => attribute.startsWith(`${path}.`)).sort();
  return within.map((attribute) => enumerationOf(attribute) ?? "");
}

/** The kind of the SIDs that an attribute accepts; undefined for other attributes. */
export function kindReferredTo(path: string): Kind | undefined {
  return kindNames.find((kind) => sidAttributes[kind].includes(path));
}

/** `monitoring_profile` → `MonitoringProfile`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** `contact_groups` → `contactGroups`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** The lists that must have an element; a token may replace the list. */
export const filledLists: readonly string[] = [
  "rblmonitor_certificate_monitor.contact_groups",
  "rblmonitor_certificate_profile.expiration_thresholds",
  "rblmonitor_contact.contact_groups",
  "rblmonitor_host.contact_groups",
];

/** The documented limits of lists of numbers: the values, and how many (docs/design/api.md#certificate-profile). */
export const numberLimits: Readonly<Record<string, { least: number; most: number; count: number }>> = {
  "rblmonitor_certificate_profile.expiration_thresholds": { least: 0, most: 90, count: 10 },
};
