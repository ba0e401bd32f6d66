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
 * @param where the states or the plan that have the objects
 * @param providers the configurations of the objects; undefined where a form of the state has none
 * @param patterns those that the user named; undefined without any
 * @param risk the effect of a wrong account, in a sentence
 * @throws Error without patterns if there are several configurations, since some may work on another account, and for a pattern
 * that matches none: without its objects, everything looks unmanaged
 */
export function providerFilter(
  where: readonly string[],
  providers: Iterable<string | undefined>,
  patterns: readonly string[] | undefined,
  risk: string,
): (provider: string | undefined) => boolean {
  const place = printable(abbreviated(where));
  const known = [...providers];
  const names = [...new Set(known.map((provider = "default") => provider))].sort();
  const [first = ""] = names;
  if (patterns === undefined) {
    if (names.length <= 1 && !first.endsWith(someInstance)) return () => true;
    throw new Error(
      `${place} holds objects of several configurations of the provider: ${names.join(", ")}. ${risk} Select the configurations of this account with --provider, for example --provider ${shellWord(first)}, or --provider '*' if all do.`,
    );
  }
  if (known.includes(undefined))
    throw new Error(
      `${place} does not contain the provider configurations of its objects, as --provider needs: pass the output of \`terraform state pull\`.`,
    );
  const wanted = patterns.map(globOf);
  const wrong = patterns.find((_, index) => !names.some((name) => wanted[index]?.(name)));
  if (wrong !== undefined && names.length > 0)
    throw new Error(
      `No object in ${place} is managed by the provider configuration ${printable(JSON.stringify(wrong))}.${possible(wrong, "Provider configurations", names)}`,
    );
  return (provider = "") => wanted.some((isWanted) => isWanted(provider));
}
