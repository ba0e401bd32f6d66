/** What stands for an object of the account: its SID, or something that has it. */
type Reference = string | { readonly id: string };

/** The SID of what a construct's configuration refers to, known only when Terraform applies; undefined stays so. */
export function sidOf(reference: Reference): string;
export function sidOf(reference: Reference | undefined): string | undefined;
export function sidOf(reference: Reference | undefined): string | undefined {
  return typeof reference === "object" && typeof reference?.id === "string"
    ? reference.id
    : // A string; or, from JavaScript, what the library itself will judge.
      (reference as string | undefined);
}

/** The SIDs of what a construct's configuration refers to. A token for a whole list stays one. */
export function sidsOf(references: readonly Reference[]): string[];
export function sidsOf(references: readonly Reference[] | undefined): string[] | undefined;
export function sidsOf(references: readonly Reference[] | undefined): string[] | undefined {
  return Array.isArray(references)
    ? references.map((reference: Reference) => sidOf(reference))
    : (references as string[] | undefined);
}
