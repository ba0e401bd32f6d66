import { type Kind, kinds } from "../../../../../service/kinds";

/** `contact_groups` as TypeScript writes it: `contactGroups`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `contact_group` as a class: `ContactGroup`. */
export function className(kind: Kind): string {
  return camelCase(`_${kind}`);
}

/** The objects of a kind as a variable and as a function: `contactGroups`. */
export function collectionName(kind: Kind): string {
  return camelCase(scopeName(kind));
}

/** The type of a kind's objects: `ContactGroups`. */
export function collectionType(kind: Kind): string {
  return camelCase(`_${scopeName(kind)}`);
}

/** The construct in which a kind's objects lie: `contact_groups`. */
export function scopeName(kind: Kind): string {
  return kinds[kind].plural.replaceAll(" ", "_");
}

/** The file of a kind without its ending: `contact-groups`. */
export function fileName(kind: Kind): string {
  return kinds[kind].plural.replaceAll(" ", "-");
}
