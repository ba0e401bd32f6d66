import type { Kind } from "../../../service/kinds";
import type { ObjectValue } from "../../../terraform/values/object-value";
import { kindNames } from "../../account/kinds";
import { hasOneOf, hasTags } from "../../account/names";

/** Which objects are compared. */
export interface Selection {
  /** The kinds, in the order in which reports show them. */
  readonly kinds: readonly Kind[];
  /** Whether an object is wanted in any of the forms in which it is known: by its state, and by the account. */
  wants(...forms: readonly (ObjectValue | null)[]): boolean;
}

/**
 * The objects of those kinds that have one of those tags; without kinds all, without tags all. Kinds that have no tags
 * drop out when tags are asked for.
 */
export function selectionOf(kinds: readonly Kind[] | undefined, tags: readonly string[]): Selection {
  const wanted = kindNames.filter((kind) => kinds === undefined || kinds.includes(kind));
  if (tags.length === 0) return { kinds: wanted, wants: () => true };
  return {
    kinds: wanted.filter(hasTags),
    wants: (...forms) => forms.some((form) => hasOneOf(tags, form?.tags)),
  };
}
