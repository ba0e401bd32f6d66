import { TerraformElement } from "cdktf";
import type { Construct } from "constructs";

/** A change of the address of a resource in Terraform. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes `moved` blocks, so that states with an old address keep the object. Terraform follows chains, and accepts one move to
 * each address.
 *
 * @param moves returns the moves once all names are final
 */
export function declareMoves(scope: Construct, id: string, moves: () => readonly Move[]): void {
  const element = new TerraformElement(scope, id);
  element.toTerraform = () => {
    const moved = moves();
    return moved.length === 0 ? {} : { moved };
  };
}
