import { rblmonitorProvider } from "../../../provider/provider";
import { silent } from "../../../provider/schema-json";
import { ruleOf } from "../../../provider/shapes";
import { apiVersions } from "../../../service/api-version";
import {
  contactTypes,
  frequencies,
  protocols,
  schedules,
  sourceTypes,
  syncMethods,
} from "../../../service/enumerations";
import { contactArgsEncodings } from "../../../service/form";
import { type Kind, kindNames } from "../../../service/kinds";
import type { Rule } from "../../../service/rules";
import type { Attribute } from "../../../terraform";

const { attributes, resources, dataSources } = rblmonitorProvider(silent, {});

/** All attributes by path, such as `provider.base_url` or `rblmonitor_host.id`. Those of data sources begin with `data.`. */
const providerAttributes: ReadonlyMap<string, Attribute> = new Map(
  [
    ["provider", attributes] as const,
    ...Object.entries(resources).map(([type, resource]) => [type, resource.attributes] as const),
    ...Object.entries(dataSources).map(([type, source]) => [`data.${type}`, source.attributes] as const),
  ].flatMap(([type, own]) =>
    Object.entries(own).map(([name, attribute]) => [`${type}.${name}`, attribute] as const),
  ),
);

/**
 * The reason for the deprecation of an attribute, which the JSON of `terraform providers schema` lacks. An attribute of a nested
 * object has that of the attribute by this name.
 */
export function deprecationOf(path: string): string {
  const name = path.slice(path.lastIndexOf("."));
  const [, named] =
    [...providerAttributes].find(([other, { parts }]) => other.endsWith(name) && parts.deprecated) ?? [];
  return (providerAttributes.get(path) ?? named)?.parts.deprecated ?? "";
}

/** The rules of the service for the attributes that users set, by path. */
export const attributeRules: readonly (readonly [path: string, rule: Rule])[] = [...providerAttributes]
  .filter(([, { parts }]) => parts.presence !== "computed")
  .flatMap(([path, { parts }]) => {
    const rule = ruleOf(parts.shape);
    return rule === undefined ? [] : [[path, rule] as const];
  })
  .sort(([a], [b]) => (a < b ? -1 : 1));

/** The attributes whose rule fits, or that of their elements. */
function pathsOf(fits: (rule: Rule) => boolean): readonly string[] {
  return attributeRules.filter(([, rule]) => fits(rule.item ?? rule)).map(([path]) => path);
}

/** An enumeration that is a type of the constructs, with the paths of the attributes that accept only its words. */
function enumeration(words: readonly string[], description: string) {
  return { description, words, attributes: pathsOf((rule) => String(rule.words) === String(words)) };
}

/** The enumerations of the service (docs/design/api.md#resources) and of the provider, by the names of their types. */
export const enumerations: Readonly<Record<string, ReturnType<typeof enumeration>>> = {
  ApiVersion: enumeration(apiVersions, "A version of the service's API."),
  ContactArgsEncoding: enumeration(
    contactArgsEncodings,
    "How the `args` of a contact are sent: `args[key]=value`, or one JSON text.",
  ),
  ContactType: enumeration(contactTypes, "Type of a contact."),
  Frequency: enumeration(frequencies, "How often a monitoring profile checks."),
  Protocol: enumeration(protocols, "Protocol over which a certificate is fetched."),
  Schedule: enumeration(
    schedules,
    "When a contact is notified. The service will remove schedules in a future version.",
  ),
  SourceType: enumeration(sourceTypes, "Type of a custom source."),
  SyncMethod: enumeration(
    syncMethods,
    "Where the sources of a monitoring profile come from: the service's catalogue, or `entries`.",
  ),
};

/** The attributes that accept SIDs, by the kind of the SIDs. */
export const sidAttributes = Object.fromEntries(
  kindNames.map((kind) => [kind, pathsOf((rule) => rule.kind === kind)]),
) as Readonly<Record<Kind, readonly string[]>>;

/** The name of the enumeration of an attribute; undefined for other attributes. */
export function enumerationOf(path: string): string | undefined {
  return Object.keys(enumerations).find((name) => enumerations[name]?.attributes.includes(path));
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
