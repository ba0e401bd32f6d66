/** How something is drawn: as what it is about, or as what is wrong with it, in the colours of the summary. */
export type Tone = "hosts" | "certificates" | "attention" | "action";

/** Something in the picture: a profile, a contact group, a contact, or many of these in one. */
export interface PictureNode {
  readonly key: string;
  readonly title: string;
  /** What there is to say of it, the most important first; all that finds room is shown. */
  readonly details: readonly string[];
  /** How large it is beside the others of its column. */
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

/** The nodes of a column, and which of them stands for an object. */
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

/** The nodes' weights together. */
export function weightOf(nodes: readonly { readonly weight: number }[]): number {
  return nodes.reduce((sum, { weight }) => sum + weight, 0);
}
