import { Lazy, ref, TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";

/**
 * An address in a stack, for `dependsOn`. Terraform accepts none of another stack there.
 *
 * @throws Error at synthesis in another stack, which names the way out
 */
export function stackAddress(construct: Construct, address: string): string {
  const own = TerraformStack.of(construct);
  return Lazy.stringValue({
    produce({ scope }) {
      const { path, id } = TerraformStack.of(scope).node;
      if (path !== own.node.path)
        throw new Error(
          `${scope.node.path}: dependsOn has ${construct.node.path}, but can only wait for constructs of the stack ${path}. Remove it, and write stack.addDependency(other), from the stack ${id} to the stack ${own.node.id}`,
        );
      return Token.asString(ref(address, own));
    },
  });
}
