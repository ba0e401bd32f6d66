import { Aspects, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { checkConfiguration, libraryProblem } from "./configuration";
import { addFormerNames, statedNames } from "./moves";
import { once } from "./once";
import type { ResourceArguments } from "./optional";
import { validationErrors } from "./validation";

/**
 * Returns the scope of a new construct. The first construct adds validation and the aspects of the application to its stack.
 *
 * @param type the type of the construct in the table of arguments
 * @throws Error if the scope is in a stack of the other library, or if the library would drop or misread a part of the
 * configuration
 */
export function inStack<Scope extends Construct>(scope: Scope, id: string, config: object, type: string) {
  checkConfiguration({ path: `${scope.node.path}/${id}`, scope }, config, type);
  accept(TerraformStack.of(scope));
  const { formerly } = config as ResourceArguments;
  if (formerly !== undefined) addFormerNames(scope, id, statedNames(`/${formerly}`, scope));
  return scope;
}

/** An aspect of this package, which may also be an aspect of the application. */
export class StackAspect {
  public constructor(public readonly visit: (construct: IConstruct) => void) {}
}

const accept = once((stack: TerraformStack) => {
  const problem = libraryProblem(stack);
  if (problem !== undefined) throw new Error(`The stack ${problem}`);
  stack.node.addValidation({ validate: () => validationErrors(stack) });
  // The library runs only the aspects of stacks and their parts, not those of the scopes above.
  const own = Aspects.of(stack);
  own.add({
    visit(construct) {
      const outer = stack.node.scopes.slice(0, -1).flatMap((scope) => Aspects.of(scope).all);
      for (const aspect of outer)
        if (aspect instanceof StackAspect && !own.all.includes(aspect)) aspect.visit(construct);
    },
  });
});
