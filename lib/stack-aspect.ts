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
