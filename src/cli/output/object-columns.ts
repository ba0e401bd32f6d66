import type { ObjectValue } from "../../terraform/values/object-value";
import type { Style } from "./terminal";
import type { Column } from "./text-table";

/** The column of an attribute that is a text, a number or a flag; its title is the attribute's name unless given. */
export function columnOf(
  attribute: string,
  title = attribute.toUpperCase(),
  style?: Style,
): Column<ObjectValue> {
  return {
    title,
    of(object) {
      const value = object[attribute];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? value
        : null;
    },
    paint: () => style,
  };
}
