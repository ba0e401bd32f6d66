import type { Construct } from "constructs";
import { addFormerNames, statedNames } from "./moves";

/**
 * Keeps the objects of a construct that had another path, and of all constructs in it. Writes their `moved` blocks. You can
 * remove the call after the next apply. The constructs of this package also have it as the argument `formerly`.
 *
 * @param path the former path below the stack, such as `mail/mx1`; an entry of a token was `mail/each["mx1"]`. `/` is the
 * stack itself, for constructs that now have a scope of their own.
 * @returns the construct
 * @throws Error at synthesis if another construct has the former path
 *
 * @example
 * ```ts
 * movedFrom(new Team(stack, "mail-team"), "postmasters");
 * ```
 */
export function movedFrom<Moved extends Construct>(construct: Moved, path: string): Moved {
  const { scope = construct, id } = construct.node;
  addFormerNames(scope, id, statedNames(`/${path}`, construct));
  return construct;
}
