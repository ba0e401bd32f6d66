import { type Kind, kinds } from "../service/kinds";

const maxNamed = 5;

/** The first few names and the number of further ones, for a message. */
export function abbreviated(names: readonly string[]): string {
  const more = names.length > maxNamed ? `, and ${names.length - maxNamed} more` : "";
  return names.slice(0, maxNamed).join(", ") + more;
}

/** A text that begins with a capital letter, as summaries of diagnostics do. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name such as `contact_groups`, as TypeScript writes it: `contactGroups`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `monitoring_profile` → `MonitoringProfile`. */
export function pascalCase(name: string): string {
  return capitalized(camelCase(name));
}

/**
 * The description of an attribute: a paragraph that says what it is, and how to set it. Data sources show only the first
 * paragraph.
 */
export function described(about: string, ...setting: readonly (string | undefined)[]): string {
  const [first = "", ...others] = setting.filter((rule) => rule !== undefined);
  const rules = others.reduce(
    (text, rule) => text + (text.includes("\n- ") && !text.includes("\n\n") ? "\n\n" : " ") + rule,
    first,
  );
  return rules === "" ? about : `${about}\n\n${rules}`;
}

/** The paragraph that says what an attribute is. */
export function aboutOf(description: string): string {
  return description.split("\n\n", 1)[0] ?? "";
}

export const changesInPlace = "Can be changed in place.";
export const forcesReplacement = "Changing this forces replacement.";
export const requiresVersion4 = "Requires API version 4.0.";

/** How a resource of a group or profile should be declared: Terraform destroys before it updates, unless the state says otherwise. */
export const moveBeforeDestroy =
  "Recommended: `lifecycle { create_before_destroy = true }`. If you later remove the resource, Terraform first moves the objects that use it.";

/** An import block to paste. */
export function importBlock(id: string, to = "<address of this resource>"): string {
  return `import {\n  to = ${to}\n  id = ${JSON.stringify(id)}\n}`;
}

/** A list that lacks objects of its total, in a sentence. @param lacking as a reader returns it */
export function lackingText(kind: Kind, lacking: number): string {
  return lackingOf(kinds[kind].plural, lacking);
}

/** The same for objects without a kind, such as certificate errors. */
export function lackingOf(plural: string, lacking: number): string {
  return `The service's list lacks ${lacking} of the ${plural} in its total, or more.`;
}
