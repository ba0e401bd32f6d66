import type { Configured } from "../../provider/managed/cost";
import { canonicalSid } from "../../service/sids";
import { printable } from "../output/terminal";
import { isOwnName } from "../state/json";
import { providerFilter, providerInPlan, someInstance } from "../state/providers";
import type { ConfiguredModule, Expression, PlanJson } from "./read-plan";

type ModuleCall = Partial<NonNullable<ConfiguredModule["module_calls"]>[string]>;

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number] & { readonly address: string };

/** An expression of the module instance with a prefix, such as `module.mail["a"].`, in a block with `for_each`. */
interface Scoped {
  readonly expression: Expression | undefined;
  readonly prefix: string;
  readonly forEach?: Expression | undefined;
}

/** The configuration by the address of a resource instance. */
export type Configurations = ReturnType<typeof configurationOf>;

/** The attributes of one resource in a configuration. */
export type Configuration = ReturnType<Configurations>;

/** The configurations of the resources in a plan. */
export function configurationOf({ configuration, stored }: PlanJson) {
  const resources = new Map(
    resourcesIn(configuration?.root_module).map((resource) => [resource.address, resource]),
  );
  const providers = configuration?.provider_config ?? {};
  const isForEach = (key: string) => JSON.stringify(providers[key]?.expressions ?? {}).includes('"each.');
  const nameOf = (key: string) => providerInPlan(key) + (isForEach(key) ? someInstance : "");
  const keys = [...resources.values()].flatMap(({ type, provider_config_key: key }) =>
    isOwnName(type) && key !== undefined ? [key] : [],
  );
  const configuredKeys = Object.keys(providers).filter((key) => isConfigured(providers[key]));
  const [only = "default", ...others] = new Set([...keys, ...configuredKeys].map(nameOf));
  const removed = (address: string) =>
    others.length === 0 ? only : (stored?.get(address)?.provider ?? unknownProvider);
  const objectsIn = objectsReferred(configuration?.root_module);
  return (address: string) => {
    const resource = resources.get(withoutKeys(address));
    const { provider_config_key: key, for_each_expression: forEach } = resource ?? {};
    const expressions = resource && (resource.expressions ?? {});
    return {
      /** Whether the state has it with `create_before_destroy`; undefined if the plan does not show that. */
      createdFirst: stored && stored.get(address)?.createsFirst === true,
      /** The provider configuration that manages it, as `default` or `eu`; {@link unknownProvider} if the plan does not show it. */
      provider: key !== undefined ? nameOf(key) : removed(address),
      /** How it sets an attribute. The value itself may be a secret and is not exposed. */
      configured: (name: string) =>
        expressions === undefined ? "unreported" : configured(expressions[name]),
      /**
       * The objects of this provider to which the expression of an attribute refers, also through variables and outputs of modules,
       * as addresses, each once. No plan shows what a local value refers to.
       */
      references: (name: string) =>
        objectsIn({ expression: expressions?.[name], prefix: partsOfAddress(address).module, forEach }),
    };
  };
}

/** The provider configuration of objects that the configuration has no more, if it has several. */
export const unknownProvider = "unknown";

/**
 * A filter for the provider configurations of a plan, as {@link providerFilter}.
 * @param account the SID of the account that is read
 * @throws Error also if a selected configuration names another account
 */
export function planFilter(
  name: string,
  plan: PlanJson,
  patterns: readonly string[] | undefined,
  risk: string,
  account?: string | undefined,
): (provider: string) => boolean {
  const changed = (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  const all = [...resourcesIn(plan.configuration?.root_module), ...changed];
  const configuration = configurationOf(plan);
  const providers = all
    .filter(({ type }) => isOwnName(type))
    .map(({ address }) => configuration(address).provider);
  const isOfAccount = providerFilter([name], providers, patterns, risk);
  const own = account && canonicalSid(account);
  for (const [key, { expressions }] of Object.entries(plan.configuration?.provider_config ?? {})) {
    const provider = providerInPlan(key);
    if (!own || !providers.includes(provider) || !isOfAccount(provider)) continue;
    // Variables of other modules are not in the plan.
    const sid = literalOf(expressions?.account_sid, key.includes(":") ? {} : plan.variables);
    if (typeof sid === "string" && canonicalSid(sid) !== own)
      throw new Error(
        `The provider configuration ${provider} in ${name} works on the account ${printable(canonicalSid(sid))}, and these credentials are those of ${own}. Use the credentials of that account, or select other configurations with --provider.`,
      );
  }
  return isOfAccount;
}

/** The page size that the selected provider configurations set, if they agree. */
export function configuredPageSize(plan: PlanJson, isOfAccount: (provider: string) => boolean) {
  const sizes = Object.entries(plan.configuration?.provider_config ?? {})
    .filter(([key]) => isOfAccount(providerInPlan(key)))
    .map(([, { expressions }]) => Number(literalOf(expressions?.page_size, plan.variables)))
    .filter((size) => size > 0);
  return new Set(sizes).size === 1 ? sizes[0] : undefined;
}

/** The value of an expression that is a literal or a variable. */
function literalOf(expression: Expression = {}, variables: PlanJson["variables"] = {}): unknown {
  const { constant_value: literal, references: [reference, ...others] = [] } = expression;
  const [, variable = ""] = /^var\.([^.[]+)$/.exec(reference ?? "") ?? [];
  return reference === undefined ? literal : others.length === 0 ? variables[variable]?.value : undefined;
}

type ConfiguredProvider = NonNullable<NonNullable<PlanJson["configuration"]>["provider_config"]>[string];

/** Whether a provider of this type has a block. Terraform lists it without a block too, if it is required. */
function isConfigured({ full_name: name, alias, expressions }: ConfiguredProvider = {}): boolean {
  return name?.endsWith("/rblmonitor") === true && (alias ?? expressions) !== undefined;
}

const addressForm =
  /^((?:module\.[^.[]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?\.)*)(.*?)((?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?)$/s;

/** The prefix of the module, such as `module.mail["a"].`, the address without the last key, and this, such as `["a"]`, or empty. */
export function partsOfAddress(address: string) {
  const [, module = "", resource = "", key = ""] = addressForm.exec(address) ?? [];
  return { module, resource: module + resource, key };
}

/** The prefix of the module that calls the one with a prefix. */
export function parentOf(prefix: string): string {
  return prefix.replace(/module\.[^.[]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?\.$/, "");
}

/** An address without the keys of `count` and `for_each`, as the configuration has it. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]| \(deposed \w+\)$/g, "");
}

/** The managed resources of a module and of those within it, with their addresses without keys. */
function resourcesIn(
  { resources = [], module_calls: calls = {} }: ConfiguredModule = {},
  path = "",
): ConfiguredResource[] {
  const own = resources.filter(({ mode }) => mode === "managed");
  return [
    ...own.map((resource) => ({ ...resource, address: `${path}${resource.type}.${resource.name}` })),
    ...Object.entries(calls).flatMap(([name, { module }]) => resourcesIn(module, `${path}module.${name}.`)),
  ];
}

/** Returns a function for the addresses of the objects to which an expression refers. */
function objectsReferred(root: ConfiguredModule | undefined): (scoped: Scoped) => string[] {
  const callOf = (prefix: string) => {
    const names = [...withoutKeys(prefix).matchAll(/module\.([^.]+)\./g)].map(([, name = ""]) => name);
    return names.reduce<ModuleCall | undefined>((call, name) => call?.module?.module_calls?.[name], {
      module: root,
    });
  };
  /** The expression to which a reference leads, in its module. */
  const follow = (reference: string, { prefix, forEach }: Scoped): Scoped | undefined => {
    const [, variable] = /^var\.([\w-]+)/.exec(reference) ?? [];
    const [, child, output = ""] = /^(module\.[\w-]+(?:\[.*?\])?)\.([\w-]+)/.exec(reference) ?? [];
    if (variable !== undefined) {
      const { expressions, for_each_expression: each } = callOf(prefix) ?? {};
      return { expression: expressions?.[variable], prefix: parentOf(prefix), forEach: each };
    }
    if (child !== undefined) {
      const inner = `${prefix}${child}.`;
      return { expression: callOf(inner)?.module?.outputs?.[output]?.expression, prefix: inner };
    }
    return reference.startsWith("each.value") ? { expression: forEach, prefix } : undefined;
  };
  return (first) => {
    const objects = new Set<string>();
    const visited = new Set<string>();
    const visit = (scoped: Scoped) => {
      const key = JSON.stringify(scoped);
      if (visited.has(key)) return;
      visited.add(key);
      for (const reference of scoped.expression?.references ?? []) {
        const [object] = /^\w+\.[\w-]+(?:\[.*?\])?/.exec(reference) ?? [];
        if (isOwnName(reference) && object !== undefined) objects.add(scoped.prefix + object);
        const next = follow(reference, scoped);
        if (next) visit(next);
      }
    };
    visit(first);
    return [...objects];
  };
}

function configured(expression: Expression | undefined): Configured {
  if (expression === undefined) return "nothing";
  if (!("constant_value" in expression)) return "expression";
  return expression.constant_value === null ? "nothing" : "value";
}
