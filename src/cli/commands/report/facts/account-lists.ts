import type { Kind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import type { AccountObjects } from "../../../account/lists";

/** The lists of an account by kind, with the types of their kinds. */
export class AccountLists {
  constructor(private readonly objects: AccountObjects["objects"]) {}

  /** The objects of a kind; none if its list was not read. */
  of<K extends Kind>(kind: K): readonly ServiceObject<K>[] {
    // The list of each kind was read as that kind's; the map says so only to people.
    return (this.objects.get(kind) ?? []) as readonly ServiceObject<K>[];
  }

  /** Whether the list of a kind was read. */
  has(kind: Kind): boolean {
    return this.objects.has(kind);
  }
}
