import { rblmonitorProvider } from "../../src/provider/provider";
import type { Diagnostics } from "../../src/terraform/diagnostics";
import type { Attribute, Attributes } from "../../src/terraform/schema/attribute";
import { createLogger } from "../../src/terraform/serve/log";

/** Anything that users configure: the provider itself, a resource, a data source. */
export interface Configurable {
  readonly attributes: Attributes;
  validate?(call: { readonly config: never; readonly diagnostics: Diagnostics }): void;
}

/** An attribute at any depth, with its place as in `data.rblmonitor_host.listed_details.details`. */
export type Place = readonly [path: string, attribute: Attribute];

/** Everything that the provider offers for configuration, by name. */
export function configurables(): readonly (readonly [name: string, Configurable])[] {
  const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
  const provider = rblmonitorProvider(silent, {});
  const { resources, dataSources, ephemeralResources, actions } = provider;
  return [
    ["provider", provider],
    ...Object.entries(resources),
    ...Object.entries(dataSources).map(([type, each]) => [`data.${type}`, each] as const),
    ...Object.entries(ephemeralResources).map(([type, each]) => [`ephemeral.${type}`, each] as const),
    ...Object.entries(actions).map(([type, each]) => [`action.${type}`, each] as const),
  ];
}

/** Every attribute of everything, those of nested objects too. */
export function everyAttribute(): readonly Place[] {
  return configurables().flatMap(([name, { attributes }]) => within(name, attributes));
}

function within(path: string, attributes: Attributes): Place[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    [`${path}.${name}`, attribute] as const,
    ...within(`${path}.${name}`, attribute.parts.shape.parts.nested?.attributes ?? {}),
  ]);
}
