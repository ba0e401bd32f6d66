import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { hasTags } from "./tables";

/** What is declared already, by the SIDs that states hold and drift reports name. */
export interface Declared {
  /** SIDs of what states hold. */
  readonly declared: ReadonlySet<string>;
  /** SIDs of what drift reports say nobody declared; undefined without a report: everything may be adopted. */
  readonly undeclared: ReadonlySet<string> | undefined;
}

/** Which objects of an account are to be adopted. */
export class Selection {
  readonly kinds: readonly Kind[];

  /** @param tags objects that have one of them; all objects, of kinds without tags too, if there are none */
  constructor(
    kinds: readonly Kind[],
    private readonly tags: readonly string[],
    private readonly known: Declared,
  ) {
    this.kinds = tags.length === 0 ? kinds : kinds.filter(hasTags);
  }

  /** Those of a kind's objects that are to be adopted. */
  of(kind: Kind, objects: readonly ServiceObject<Kind>[]): readonly ServiceObject<Kind>[] {
    return this.kinds.includes(kind) ? objects.filter((object) => this.has(object)) : [];
  }

  /** Whether a state holds the object. */
  isDeclared(id: string): boolean {
    return this.known.declared.has(id);
  }

  private has(object: ServiceObject<Kind>): boolean {
    const { id, tags = [], parent }: { id: string; tags?: readonly string[]; parent?: string } = object;
    const { undeclared } = this.known;
    // A host of a subnet belongs to the subnet's resource, even if it came later.
    if (this.isDeclared(id) || (parent !== undefined && this.isDeclared(parent))) return false;
    if (undeclared !== undefined && !undeclared.has(id)) return false;
    return this.tags.length === 0 || this.tags.some((tag) => tags.includes(tag));
  }
}
