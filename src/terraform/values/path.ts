/**
 * One step into a value: an attribute of an object, an element of a map by its key, or an element of a
 * list or tuple by its position. Elements of sets have no address in Terraform; where a step into a set is
 * needed to say which element is meant, it is the position in the array that holds the set.
 */
export type PathStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

/** Where a part lies within a value, from the outside in. The empty path is the value itself. */
export type Path = readonly PathStep[];

/** A path as it would be written in Terraform's language: `members[0].host`, `args["url"]`; empty for the root. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) text += stepText(step, text === "");
  return text;
}

function stepText(step: PathStep, first: boolean): string {
  if ("attribute" in step) return first ? step.attribute : `.${step.attribute}`;
  return "key" in step ? `[${JSON.stringify(step.key)}]` : `[${step.index}]`;
}
