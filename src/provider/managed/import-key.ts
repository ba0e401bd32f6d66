import type { Kind } from "../../service/kinds";
import type { ImportKey } from "./object";

/** An import by one field, compared exactly unless `isSame` is given. */
export function byField(
  field: string,
  words: string,
  isSame: (a: string, b: string) => boolean = (a, b) => a === b,
): ImportKey<Kind> {
  return {
    description: words,
    find: (objects, given) =>
      objects.filter((object) => {
        const { [field]: value }: Readonly<Record<string, unknown>> = object;
        return typeof value === "string" && isSame(value, given);
      }),
  };
}
