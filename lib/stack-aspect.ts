import {
  Aspects,
  DefaultTokenResolver,
  type IAspect,
  type IResolvable,
  StringConcat,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";

const stackAspects = new WeakSet<IAspect>();

/** Marks an aspect of this package, which may also be an aspect of the application. */
export function stackAspect(aspect: IAspect): IAspect {
  stackAspects.add(aspect);
  return aspect;
}

/** Runs, in a stack, the marked aspects of the scopes above it. The library runs only those of stacks and their parts. */
export function applyOuterAspects(stack: TerraformStack): void {
  const own = Aspects.of(stack);
  const outer = (): IAspect[] =>
    stack.node.scopes
      .slice(0, -1)
      .flatMap((scope) => Aspects.of(scope).all.filter((aspect) => stackAspects.has(aspect)));
  own.add({
    visit(construct) {
      for (const aspect of outer()) if (!own.all.includes(aspect)) aspect.visit(construct);
    },
  });
}

/** What the library keeps in a reference; private in its types. */
interface Reference {
  readonly originStack?: TerraformStack;
  readonly crossStackIdentifier?: Readonly<Record<string, unknown>>;
}

/**
 * Checks that an aspect sets no value of another stack. The library prepares such references before aspects run, so this one
 * would name something that the stack does not have.
 *
 * @throws Error that names both stacks, and how to declare the value
 */
export function rejectForeign(name: string, construct: IConstruct, value: unknown): void {
  const stack = TerraformStack.of(construct);
  class Resolver extends DefaultTokenResolver {
    public override resolveToken(...given: Parameters<DefaultTokenResolver["resolveToken"]>): unknown {
      const { originStack, crossStackIdentifier = {} } = given[0] as IResolvable & Reference;
      if (
        originStack !== undefined &&
        originStack !== stack &&
        crossStackIdentifier[`${stack}`] === undefined
      )
        throw new Error(
          `${name}: a value of the stack ${originStack.node.path} cannot be set in the stack ${stack.node.path} by an aspect. Declare its variable or data source in each stack, and add an aspect to each`,
        );
      return super.resolveToken(...given);
    }
  }
  Tokenization.resolve(value, {
    scope: construct,
    resolver: new Resolver(new StringConcat()),
    preparing: false,
  });
}
