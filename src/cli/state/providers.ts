import { abbreviated } from "../../provider/text";
import { globOf } from "../account/names";
import { possible } from "../output/suggestion";
import { printable, shellWord } from "../output/terminal";

/**
 * The name of a provider configuration in a state: `module.a.provider["registry.terraform.io/rblmonitor/rblmonitor"].eu` is
 * `module.a.eu`.
 */
export function providerInState(provider: string): string {
  const [, module = "", alias = "default"] =
    /^(.*?)provider(?:\["[^"]*"\]|\.[^.]+)(?:\.(.+))?$/s.exec(provider) ?? [];
  return `${module}${alias}`;
}

/** The name of a provider configuration in the JSON of a plan: `module.a:rblmonitor.eu` is `module.a.eu`. */
export function providerInPlan(key: string): string {
  const [, module, alias = "default"] = /^(?:(.*):)?[^.:]*(?:\.(.+))?$/s.exec(key) ?? [];
  return module === undefined ? alias : `${module}.${alias}`;
}

/** What follows the name of a configuration with `for_each`: a plan does not show which instance manages an object. */
export const someInstance = "[*]";

/**
 * A filter for the provider configurations that work on the account of the environment.
 * @param where the state or the plan that has the objects
 * @param providers the configurations of its objects
 * @param patterns those that the user named; undefined without any
 * @param risk the effect of a wrong account, in a sentence; without it, objects of several configurations are in no account
 * @throws Error if objects of several configurations are not told apart, of which some may be in another account
 */
export function providerFilter(
  where: string,
  providers: Iterable<string>,
  patterns: readonly string[] | undefined,
  risk?: string,
): (provider: string) => boolean {
  if (patterns !== undefined) {
    const wanted = patterns.map(globOf);
    return (provider) => wanted.some((isWanted) => isWanted(provider));
  }
  const names = [...new Set(providers)].sort();
  const [first = ""] = names;
  if (names.length <= 1 && !first.endsWith(someInstance)) return () => true;
  if (risk === undefined) return () => false;
  throw new Error(
    `${where} holds objects of several configurations of the provider: ${names.join(", ")}. ${risk} Select the configurations of this account with --provider, for example --provider ${shellWord(first)}, or --provider '*' if all do.`,
  );
}

/** @throws Error for a pattern that matches no provider configuration: without its objects, everything looks unmanaged */
export function assertProviders(
  patterns: readonly string[],
  providers: Iterable<string>,
  where: readonly string[],
): void {
  const names = [...new Set(providers)];
  for (const pattern of patterns) {
    if (names.length === 0 || names.some(globOf(pattern))) continue;
    throw new Error(
      `No object in ${printable(abbreviated(where))} is managed by the provider configuration ${printable(JSON.stringify(pattern))}.${possible(pattern, "Provider configurations", names)}`,
    );
  }
}
