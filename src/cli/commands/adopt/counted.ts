import { type Kind, kinds } from "../../../service/kinds";

/** How many objects of a kind, in words: `1 host`, `3 hosts`. */
export function counted(kind: Kind, count: number): string {
  const { title, plural } = kinds[kind];
  return `${count} ${count === 1 ? title : plural}`;
}
