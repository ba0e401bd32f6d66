import { rblmonitorProvider } from "../../../provider/provider";
import { silent } from "../../../provider/schema-json";
import { apiVersions } from "../../../service/api-version";
import {
  contactTypes,
  frequencies,
  protocols,
  schedules,
  sourceTypes,
  syncMethods,
} from "../../../service/enumerations";
import { type Kind, kindNames, kinds } from "../../../service/kinds";
import type { Attribute, Shape } from "../../../terraform";

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

/** The reason for the deprecation of an attribute. The JSON of `terraform providers schema` lacks it. */
export function deprecationOf(path: string): string {
  return providerAttributes.get(path)?.parts.deprecated ?? "";
}

/** The paths of the attributes that users set and whose shape fits. */
function pathsOf(fits: (shape: Shape) => boolean): readonly string[] {
  const settable = [...providerAttributes].filter(([, { parts }]) => parts.presence !== "computed");
  return settable
    .filter(([, { parts }]) => fits(parts.shape))
    .map(([path]) => path)
    .sort();
}

/** Whether the checks of a shape accept a value of its type. */
function accepts({ parts: { checks = [] } }: Shape, value: unknown): boolean {
  const errors: string[] = [];
  const report = { error: (text: string) => errors.push(text), warning: () => undefined };
  for (const check of checks) check(value, report);
  return errors.length === 0;
}

/** The attributes that accept only these words, or lists of them. */
function pathsOfWords(words: readonly string[]): readonly string[] {
  return pathsOf((shape) => {
    const { element = shape } = shape.parts;
    return element.parts.isWord === true && words.every((word) => accepts(element, word));
  });
}

/** The attributes that accept SIDs of this kind, and of no other, or lists of them. */
function pathsOfSids(kind: Kind): readonly string[] {
  return pathsOf((shape) => {
    const { element = shape } = shape.parts;
    const acceptsSidOf = (each: Kind) => accepts(element, kinds[each].prefix + "0".repeat(32));
    return (
      element.parts.type.kind === "string" &&
      kindNames.every((each) => acceptsSidOf(each) === (each === kind))
    );
  });
}

/** The lists that must have an element. */
export function pathsOfFilledLists(): readonly string[] {
  return pathsOf((shape) => shape.parts.element !== undefined && !accepts(shape, []));
}

/** An enumeration that is a type of the constructs. */
interface Enumeration {
  readonly description: string;
  readonly words: readonly string[];
  /** The attributes that accept only these words, as `type.attribute`; data sources begin with `data.`. */
  readonly attributes: readonly string[];
}

function enumeration(words: readonly string[], description: string): Enumeration {
  return { description, words, attributes: pathsOfWords(words) };
}

/** The enumerations of the service (docs/design/api.md#resources) and of the provider, by the names of their types. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  ApiVersion: enumeration(apiVersions, "A version of the service's API."),
  ContactArgsEncoding: enumeration(
    ["brackets", "json"],
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
  kindNames.map((kind) => [kind, pathsOfSids(kind)]),
) as Readonly<Record<Kind, readonly string[]>>;

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

/** The documented limits of lists of numbers: the values, and how many (docs/design/api.md#certificate-profile). */
export const numberLimits: Readonly<Record<string, { least: number; most: number; count: number }>> = {
  "rblmonitor_certificate_profile.expiration_thresholds": { least: 0, most: 90, count: 10 },
};
