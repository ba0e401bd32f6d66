import { DefaultTokenResolver, type IAspect, StringConcat, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { checkConfiguration } from "./configuration";
import type { Host } from "./generated/host";
import { once } from "./once";
import { mergedList } from "./shared-arguments";
import { StackAspect } from "./stack-library";
import { typeOf } from "./validation";

/** Changes the properties of a resource. Certificate monitors have those of hosts; contacts and sources have no tags. */
type Change = (resource: Pick<Host, "paused" | "pausedInput" | "tags" | "tagsInput">) => void;

/**
 * An aspect that changes the resources of some kinds, whichever copy of this package they come from.
 *
 * @param name the name of the function that users call, for messages
 * @param options its options, with the values that it sets
 * @throws Error for an unknown option or a construct in place of a value; at synthesis for a value of another stack
 */
export function resourceAspect(name: string, kinds: readonly string[], options: object, change: Change) {
  const check = (scope?: TerraformStack) => checkConfiguration({ path: name, scope }, options, name);
  check();
  const warn = once<TerraformStack, void>(check);
  const types: readonly string[] = kinds.map((kind) => `rblmonitor_${kind}`);
  return new StackAspect((construct) => {
    warn(TerraformStack.of(construct));
    if (!types.includes(typeOf(construct) ?? "")) return;
    rejectForeign(name, construct, options);
    change(construct as never);
  });
}

/**
 * An aspect that adds tags to every host and certificate monitor of a scope: `Aspects.of(stack).add(tagAll("production"))`.
 * It keeps the tags that they have. Lists of tags may be tokens. The scope may be the application.
 *
 * @throws Error for a construct in place of a tag, and at synthesis for a tag of another stack
 */
export function tagAll(...tags: readonly string[]): IAspect {
  return resourceAspect("tagAll", ["host", "certificate_monitor"], { tags }, (resource) => {
    const merged = mergedList(resource.tagsInput, tags);
    if (merged !== undefined) resource.tags = merged;
  });
}

/** Private properties of a reference, by which the library finds its stack. */
type Reference = { originStack?: TerraformStack; crossStackIdentifier?: Record<string, unknown> };

/**
 * The library prepares references into other stacks before aspects run. One that an aspect sets would name something that the
 * stack does not have.
 *
 * @throws Error that names both stacks, and how to declare the value
 */
function rejectForeign(name: string, scope: IConstruct, values: object): void {
  const stack = TerraformStack.of(scope);
  const resolver = new DefaultTokenResolver(new StringConcat());
  const resolveToken = resolver.resolveToken.bind(resolver);
  resolver.resolveToken = (token, ...context) => {
    const { originStack = stack, crossStackIdentifier = {} } = token as Reference;
    if (originStack !== stack && crossStackIdentifier[`${stack}`] === undefined)
      throw new Error(
        `${name}: a value of the stack ${originStack.node.path} cannot be set in the stack ${stack.node.path} by an aspect. Declare its variable or data source in each stack, and add an aspect to each`,
      );
    return resolveToken(token, ...context);
  };
  Tokenization.resolve(values, { scope, resolver, preparing: false });
}
