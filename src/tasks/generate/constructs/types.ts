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
import { type Kind, pausableKinds } from "../../../service/kinds";
import type { Rule } from "../../../service/rules";
import type { Attribute } from "../../../terraform";
import { byName } from "../../named";

const { attributes, resources, dataSources, ephemeralResources = {} } = rblmonitorProvider(silent, {});

/** All attributes by path, such as `provider.base_url` or `rblmonitor_host.id`; others begin with `data.` or `ephemeral.`. */
const providerAttributes: ReadonlyMap<string, Attribute> = new Map(
  [
    ["provider", attributes] as const,
    ...Object.entries(resources).map(([type, resource]) => [type, resource.attributes] as const),
    ...Object.entries(dataSources).map(([type, source]) => [`data.${type}`, source.attributes] as const),
    ...Object.entries(ephemeralResources).map(
      ([type, resource]) => [`ephemeral.${type}`, resource.attributes] as const,
    ),
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

/** The rules of the service for the attributes that users set, by path, in alphabetical order. */
export const attributeRules: ReadonlyMap<string, Rule> = new Map(
  byName(providerAttributes).flatMap(([path, { parts }]) => {
    const rule = parts.presence === "computed" ? undefined : ruleOf(parts.shape);
    return rule === undefined ? [] : [[path, rule] as const];
  }),
);

/** The rule of an attribute, or that of its elements. */
function elementRule(path: string): Rule | undefined {
  const rule = attributeRules.get(path);
  return rule?.item ?? rule;
}

/** The enumerations of the service (docs/design/api.md#resources) and of the provider, by the names of their types. */
export const enumerations: Readonly<Record<string, { words: readonly string[]; description: string }>> = {
  ApiVersion: { words: apiVersions, description: "A version of the service's API." },
  ContactArgsEncoding: {
    words: contactArgsEncodings,
    description: "How the `args` of a contact are sent: `args[key]=value`, or one JSON text.",
  },
  ContactType: { words: contactTypes, description: "Type of a contact." },
  Frequency: { words: frequencies, description: "How often a monitoring profile checks." },
  PausableKind: { words: pausableKinds, description: "The kinds that can be paused." },
  Protocol: { words: protocols, description: "Protocol over which a certificate is fetched." },
  Schedule: {
    words: schedules,
    description: "When a contact is notified. The service will remove schedules in a future version.",
  },
  SourceType: { words: sourceTypes, description: "Type of a custom source." },
  SyncMethod: {
    words: syncMethods,
    description:
      "Where the sources of a monitoring profile come from: the service's catalogue, or `entries`.",
  },
};

/** The name of the enumeration whose words alone an attribute accepts; undefined for other attributes. */
export function enumerationOf(path: string): string | undefined {
  const words = String(elementRule(path)?.words);
  return Object.keys(enumerations).find((name) => String(enumerations[name]?.words) === words);
}

/** The kind of the SIDs that an attribute accepts; undefined for other attributes. */
export function kindReferredTo(path: string): Kind | undefined {
  return elementRule(path)?.kind;
}
