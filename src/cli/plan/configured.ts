import type { Configured } from "../../provider/managed/cost";
import { isOwnName } from "../state/json";
import type { ConfiguredModule, PlanJson } from "./read-plan";

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

/** The attributes of one resource in a configuration. */
export interface Configuration {
  /** The provider configuration that manages it; undefined if the plan does not contain it. */
  readonly provider: string | undefined;
  /** How it sets an attribute. The value itself may be a secret and is not exposed. */
  configured(name: string): Configured;
  /** Whether the expression of an attribute refers to an object; unknown for references through variables and locals. */
  refersTo(name: string, address: string): "yes" | "no" | "perhaps";
}

/** The configuration in a plan, by the address of a resource instance. */
export function configurationOf({ configuration }: PlanJson): (address: string) => Configuration {
  const resources = new Map<string, ConfiguredResource>();
  collect(configuration?.root_module ?? {}, "", resources);
  return (address) => {
    const resource = resources.get(withoutKeys(address));
    const expressions = resource && (resource.expressions ?? {});
    return {
      provider: resource?.provider_config_key,
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

/** The module's part of an address, with its dot; empty for the root. */
function moduleOf(address: string): string {
  return /^(?:module\.[^.[]+\.)*/.exec(withoutKeys(address))?.[0] ?? "";
}

/** An address without the keys of `count` and `for_each`, as the configuration has it. */
function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "");
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
