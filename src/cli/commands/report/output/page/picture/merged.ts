import type { Nodes, PictureNode } from "./model";

/**
 * At most so many nodes: the largest, and one for all others. What needs action is not lost among these while there is
 * room.
 */
export function merged(
  nodes: readonly PictureNode[],
  most: number,
  several: (nodes: readonly PictureNode[]) => PictureNode,
): Nodes {
  const urgency = ({ tone }: PictureNode) => (tone === "action" ? 1 : 0);
  const ranked = [...nodes].sort((a, b) => urgency(b) - urgency(a) || b.weight - a.weight);
  const bySize = (some: readonly PictureNode[]) => [...some].sort((a, b) => b.weight - a.weight);
  if (ranked.length <= most) return { nodes: bySize(nodes), keyOf: (id) => id };
  const others = ranked.slice(most - 1);
  const last = several(others);
  const keys = new Set(others.map(({ key }) => key));
  return {
    nodes: [...bySize(ranked.slice(0, most - 1)), last],
    keyOf: (id) => (keys.has(id) ? last.key : id),
  };
}
