import { rblmonitorProvider } from "../../../provider/provider";
import { silent } from "../../../provider/schema-json";
import { ruleOf } from "../../../provider/shapes";
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

/** The reason for the deprecation of an attribute. The JSON of `terraform providers schema` lacks it. */
export function deprecationOf(path: string): string {
  return providerAttributes.get(path)?.parts.deprecated ?? "";
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
export function pathsOf(fits: (rule: Rule) => boolean): readonly string[] {
  return attributeRules.filter(([, rule]) => fits(rule.item ?? rule)).map(([path]) => path);
}
