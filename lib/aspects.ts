import { DefaultTokenResolver, StringConcat, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { checkConfiguration } from "./configuration";
import { warnOfNone } from "./fleet-entries";
import type { Arguments } from "./generated/arguments";
import type { Host } from "./generated/host";
import { StackAspect } from "./stack-library";
import { typeOf } from "./validation";

/** The properties that aspects change. Certificate monitors have those of hosts; contacts and sources have no tags. */
type Changed = Pick<Host, "paused" | "pausedInput" | "tags" | "tagsInput">;

/**
 * An aspect that changes the resources of some kinds, whichever copy of this package they come from.
 *
 * @param name the name of the function that users call, for messages
 * @param options its options, some of which are values that it sets
 * @throws Error for an unknown option or a construct in place of a value; at synthesis for a value of another stack
 */
export function resourceAspect(
  name: string,
  kinds: readonly string[],
  options: object,
  accepted: Arguments,
  change: (resource: Changed) => void,
) {
  checkConfiguration(name, options, accepted);
  const types: readonly string[] = kinds.map((kind) => `rblmonitor_${kind}`);
  let isFirst = true;
  return new StackAspect((construct) => {
    if (isFirst) warnOfNone(construct, name, options);
    isFirst = false;
    if (!types.includes(typeOf(construct) ?? "")) return;
    rejectForeign(name, construct, options);
    change(construct as unknown as Changed);
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
  class Resolver extends DefaultTokenResolver {
    public override resolveToken(...token: Parameters<DefaultTokenResolver["resolveToken"]>): unknown {
      const { originStack = stack, crossStackIdentifier = {} } = token[0] as Reference;
      if (originStack !== stack && crossStackIdentifier[`${stack}`] === undefined)
        throw new Error(
          `${name}: a value of the stack ${originStack.node.path} cannot be set in the stack ${stack.node.path} by an aspect. Declare its variable or data source in each stack, and add an aspect to each`,
        );
      return super.resolveToken(...token);
    }
  }
  Tokenization.resolve(values, { scope, resolver: new Resolver(new StringConcat()), preparing: false });
}
