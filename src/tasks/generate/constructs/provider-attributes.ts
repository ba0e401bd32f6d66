import { rblmonitorProvider } from "../../../provider/provider";
import { silent } from "../../../provider/schema-json";
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
export function pathsOfWords(words: readonly string[]): readonly string[] {
  return pathsOf((shape) => {
    const { element = shape } = shape.parts;
    return element.parts.isWord === true && words.every((word) => accepts(element, word));
  });
}

/** The attributes that accept SIDs of this kind, and of no other, or lists of them. */
export function pathsOfSids(kind: Kind): readonly string[] {
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
