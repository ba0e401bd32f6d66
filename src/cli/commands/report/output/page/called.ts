import type { Names } from "../../../../output/values";

/** What an object is called, else its SID; the service may refer to an object by any text. */
export function called(id: string, names: Names): string {
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id;
}
