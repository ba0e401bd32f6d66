import { createHash } from "node:crypto";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { type FormerName, type Move, splitInstance } from "./moves";

/** The construct of a call of `monitorAddresses`, below its scope. */
export const areaId = "monitored-addresses";

/** The addresses of resources in an expression, such as `aws_eip.mail`. */
export const references = /(?<![\w.-])[a-z]\w*\.[\w-]+/g;

/** The name in Terraform of what monitors a key. It shows the key, and different keys have different names. */
export function nameOf(key: string): string {
  const shown = key.replace(/^\w+ /, "").replace(/\W+/g, "_").replace(/^_|_$/g, "");
  return `monitored_${shown.slice(0, 200)}_${createHash("sha256").update(key).digest("hex").slice(0, 8)}`;
}

/** The former addresses of resources by their addresses, and the instances, such as `[0]`, of a move of a single one. */
export const formerAddresses = (moves: readonly Move[]) =>
  new Map(
    moves.map((move) => {
      const [[address, from], [now, to]] = [splitInstance(move.from), splitInstance(move.to)];
      return [now, { address, from, to }];
    }),
  );

/**
 * The names that a key can have in a state: those of the resource's former address, and those that this package gave until
 * version 0.1, which had the path of the call.
 *
 * @param resource the resource of a key that is its attribute
 */
export function formerNames(
  key: string,
  area: Construct,
  resource: string | undefined,
  former: ReturnType<typeof formerAddresses>,
): FormerName[] {
  const stack = TerraformStack.of(area);
  const scopes = area.node.scopes.slice(stack.node.scopes.length - 1, -1) as Construct[];
  const { from = "", to = "" } = former.get(resource ?? "") ?? {};
  const before = key.replace(references, (address) => former.get(address)?.address ?? address);
  const instances = [[key, to] as const, [before, from] as const];
  return instances.flatMap(([text, instance]) => {
    const path = `${areaId}/${encodeURIComponent(text)}`;
    const places = [...scopes.map((below) => ({ below, path })), { below: stack, path: nameOf(text) }];
    return places.map((place) => ({ ...place, from: instance, to }));
  });
}
