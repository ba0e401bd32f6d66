import { Lazy, ref, TerraformElement, type TerraformResource, TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";

/** A change of the address of a resource in Terraform. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The moves from each address to the next one. Terraform follows them, and accepts one move to each address. */
export const chain = (addresses: readonly string[]): Move[] =>
  addresses.slice(1).map((to, index) => ({ from: addresses[index] as string, to }));

/** The ids of a construct and of the scopes around it, below its stack. */
export const pathOf = ({ node }: Construct): string[] =>
  node.scopes.slice(node.scopes.findLastIndex(TerraformStack.isStack) + 1).map((scope) => scope.node.id);

/** The name in Terraform of a construct at a path below a stack. The construct need not exist. */
export function nameIn(stack: TerraformStack, path: readonly string[]): string {
  const scopes = [stack, ...path.map((id) => ({ node: { id: id.replaceAll("/", "--") } }))];
  return stack.getLogicalId({ scopes } as never);
}

/** The address of a resource in Terraform. */
export const addressOf = ({ terraformResourceType, friendlyUniqueId }: TerraformResource): string =>
  `${terraformResourceType}.${friendlyUniqueId}`;

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

/** An address without its instance, and the instance, such as `[0]` or `["mx"]`, or an empty text. */
export function splitInstance(address: string): [address: string, instance: string] {
  const [, place = address, instance = ""] = /^(.+?)(\[(?:\d+|".*")\])?$/s.exec(address) ?? [];
  return [place, instance];
}

/**
 * Writes `moved` blocks, so that states with an old address keep the object.
 *
 * @param moves returns the moves once all names are final
 */
export function declareMoves(scope: Construct, id: string, type: string, moves: () => readonly Move[]): void {
  const element = new TerraformElement(scope, id);
  element.toTerraform = () => {
    const moved = moves().map(({ from, to }) => ({ from: `${type}.${from}`, to: `${type}.${to}` }));
    return moved.length === 0 ? {} : { moved };
  };
}

/** Moves the object of a former path below the stack, or of an instance of that, to a resource, or to an instance of it. */
export function keepObject(
  resource: TerraformResource,
  path: readonly string[],
  former: string,
  instance = "",
): void {
  const from = nameIn(TerraformStack.of(resource), path) + former;
  declareMoves(resource, `formerly ${path.join(" ")}${former}`, resource.terraformResourceType, () => [
    { from, to: resource.friendlyUniqueId + instance },
  ]);
}
