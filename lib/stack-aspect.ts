import { Aspects, type IAspect, type TerraformStack } from "cdktf";

const stackAspects = new WeakSet<IAspect>();

/** Marks an aspect of this package, which may also be an aspect of the application. */
export function stackAspect(aspect: IAspect): IAspect {
  stackAspects.add(aspect);
  return aspect;
}

/** Runs, in a stack, the marked aspects of the scopes above it. The library runs only those of stacks and their parts. */
export function applyOuterAspects(stack: TerraformStack): void {
  const own = Aspects.of(stack);
  own.add({
    visit(construct) {
      const outer = stack.node.scopes.slice(0, -1).flatMap((scope) => Aspects.of(scope).all);
      for (const aspect of outer)
        if (stackAspects.has(aspect) && !own.all.includes(aspect)) aspect.visit(construct);
    },
  });
}
