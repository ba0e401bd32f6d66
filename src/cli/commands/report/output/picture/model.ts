/** The colour of an element: that of its content, or of its problem as in the summary. */
export type Tone = "hosts" | "certificates" | "attention" | "action";

/** Something in the picture: a profile, a contact group, a contact, or many of these in one. */
export interface PictureNode {
  readonly key: string;
  readonly title: string;
  /** Details, the most important first; as many as fit are shown. */
  readonly details: readonly string[];
  /** Its size relative to its column. */
  readonly weight: number;
  readonly tone: Tone;
}

/** What connects two things in neighbouring columns. */
export interface PictureFlow {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
  readonly title: string;
  readonly tone: Tone;
}

/** A column of the picture. */
export interface PictureColumn {
  readonly title: string;
  readonly nodes: readonly PictureNode[];
}

/** The nodes of a column, and the node of each object. */
export interface Nodes {
  readonly nodes: readonly PictureNode[];
  keyOf(id: string): string;
}

/** The picture: profiles, then the groups that are notified of what they check, then the contacts in these. */
export interface Picture {
  readonly columns: readonly [PictureColumn, PictureColumn, PictureColumn];
  /** Between the first two columns, and between the last two. */
  readonly flows: readonly [readonly PictureFlow[], readonly PictureFlow[]];
}

/** So many things stand in a column; further ones are drawn as one. */
export const mostNodes = 9;

/** The weights of nodes or flows together. */
export function weightOf(nodes: readonly { readonly weight: number }[]): number {
  return nodes.reduce((sum, { weight }) => sum + weight, 0);
}

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
