import type { Finding } from "./report";

/**
 * What must be found before a pattern counts: something of this service in the same `file`, that or something of version 3.0
 * anywhere in the `folders`, something of version 3.0 anywhere (`legacy`), or nothing, since its words are the service's `own`.
 */
export type Demand = "file" | "folders" | "legacy" | "own";

/** Something that programs do with answers of version 3.0, wherever they do it. */
export interface FieldPattern extends Pick<Finding, "type" | "replacement" | "point"> {
  readonly expression: RegExp;
  /** Whether texts that a program puts together are looked at in one piece, without what it puts into them. */
  readonly isJoined?: true;
  readonly demand: Demand | ((match: Groups) => Demand);
  /** What was found, in words that hold nothing but the service's own; undefined for what is none after all. */
  found(match: Groups): string | undefined;
  /** Whether it fails with version 4.0, by the ending of the file's name. */
  breaks?(match: Groups, ending: string): boolean;
}

/** The named groups of a match. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** The name of a field as programs reach for it: `host.listed`, `$h['listed']`, `.listed`, `"listed"`. */
export const closing = String.raw`["'\x60\])}]{0,4}`;
