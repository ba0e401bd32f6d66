/**
 * One step into a value: an attribute of an object, an element of a map by key, or an element of a list or tuple by index.
 * Elements of sets have no address in Terraform. A step into a set is the index in the array that holds the set.
 */
export type PathStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

/** The path of a part within a value. The empty path is the value itself. */
export type Path = readonly PathStep[];

/** A path in Terraform's syntax: `members[0].host`, `args["url"]`; empty for the root. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) text += stepText(step, text === "");
  return text;
}

function stepText(step: PathStep, first: boolean): string {
  if ("attribute" in step) return first ? step.attribute : `.${step.attribute}`;
  return "key" in step ? `[${JSON.stringify(step.key)}]` : `[${step.index}]`;
}
