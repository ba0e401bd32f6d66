import type { Configured } from "../../provider/managed/cost";
import { isOwnName } from "../state/json";
import { providerInPlan, someInstance } from "../state/providers";
import type { ConfiguredModule, PlanJson } from "./read-plan";

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

/** The attributes of one resource in a configuration. */
export interface Configuration {
  /** The provider configuration that manages it, as `default` or `eu`; {@link unknownProvider} if the plan does not show it. */
  readonly provider: string;
  /** How it sets an attribute. The value itself may be a secret and is not exposed. */
  configured(name: string): Configured;
  /** Whether the expression of an attribute refers to an object; unknown for references through variables and locals. */
  refersTo(name: string, address: string): "yes" | "no" | "perhaps";
}

/** The configuration in a plan, by the address of a resource instance. */
export function configurationOf({ configuration }: PlanJson): (address: string) => Configuration {
  const resources = new Map<string, ConfiguredResource>();
  collect(configuration?.root_module ?? {}, "", resources);
  const nameOf = ({ provider_config_key: key }: ConfiguredResource) =>
    key === undefined ? unknownProvider : nameOfProvider(key, configuration?.provider_config?.[key]);
  const owners = [...resources.values()].filter(({ type }) => isOwnName(type)).map(nameOf);
  const [only = "default", ...others] = new Set([...owners, ...configuredProviders(configuration)]);
  const ownerOfRemoved = others.length === 0 ? only : unknownProvider;
  return (address) => {
    const resource = resources.get(withoutKeys(address));
    const expressions = resource && (resource.expressions ?? {});
    return {
      provider: resource === undefined ? ownerOfRemoved : nameOf(resource),
      configured: (name) => (expressions === undefined ? "unreported" : configured(expressions[name])),
      refersTo(name, target) {
        const { references } = asObject(expressions?.[name]);
        if (!Array.isArray(references)) return expressions === undefined ? "perhaps" : "no";
        const named = references.map((reference) => withoutKeys(String(reference)));
        if (named.some((reference) => moduleOf(address) + reference === withoutKeys(target))) return "yes";
        return named.every(isOwnName) ? "no" : "perhaps";
      },
    };
  };
}

/** The provider configuration of objects that the configuration has no more, if it has several. */
export const unknownProvider = "unknown";

type PlanConfiguration = PlanJson["configuration"];
type ConfiguredProvider = NonNullable<NonNullable<PlanConfiguration>["provider_config"]>[string];

/** The blocks of this provider. Terraform lists a provider without a block too, if it is required. */
function configuredProviders(configuration: PlanConfiguration): string[] {
  return Object.entries(configuration?.provider_config ?? {})
    .filter(
      ([, { full_name: name, alias, expressions }]) =>
        name?.endsWith("/rblmonitor") && (alias || expressions),
    )
    .map(([key, provider]) => nameOfProvider(key, provider));
}

function nameOfProvider(key: string, provider: ConfiguredProvider | undefined): string {
  const isForEach = JSON.stringify(provider?.expressions ?? {}).includes('"each.');
  return `${providerInPlan(key)}${isForEach ? someInstance : ""}`;
}

/** The module's part of an address, with its dot; empty for the root. */
function moduleOf(address: string): string {
  return /^(?:module\.[^.[]+\.)*/.exec(withoutKeys(address))?.[0] ?? "";
}

/** An address without the keys of `count` and `for_each`, as the configuration has it. */
function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]| \(deposed \w+\)$/g, "");
}

function collect(
  { resources = [], module_calls = {} }: ConfiguredModule,
  path: string,
  resourcesByAddress: Map<string, ConfiguredResource>,
): void {
  for (const resource of resources) {
    if (resource.mode === "managed")
      resourcesByAddress.set(`${path}${resource.type}.${resource.name}`, resource);
  }
  for (const [name, { module }] of Object.entries(module_calls)) {
    if (module !== undefined) collect(module, `${path}module.${name}.`, resourcesByAddress);
  }
}

function configured(expression: unknown): Configured {
  if (expression === undefined) return "nothing";
  const object = asObject(expression);
  if (!("constant_value" in object)) return "expression";
  return object.constant_value === null ? "nothing" : "value";
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
