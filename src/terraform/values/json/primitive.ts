import { parseNumber } from "../decimal";
import type { Value } from "../value";
import { type Json, JsonNumber } from "./parse";

/** The strings that Terraform converts to a bool; no others, in no other case. */
const boolTexts: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/**
 * The string, number or bool that JSON states. With `convert`, the conversions that Terraform makes: a number or
 * bool where a string is required becomes its text, and a text that says a number or a bool becomes that.
 * @throws Error where there is none, since Terraform converts between numbers and bools neither way
 */
export function primitive(kind: "string" | "number" | "bool", json: Json, convert: boolean): Value {
  switch (kind) {
    case "string":
      if (typeof json === "string") return json.normalize();
      if (convert && json instanceof JsonNumber) return json.text;
      if (convert && typeof json === "boolean") return String(json);
      break;
    case "number":
      if (json instanceof JsonNumber) return parseNumber(json.text);
      if (convert && typeof json === "string") return parseNumber(json);
      break;
    case "bool": {
      const converted = convert && typeof json === "string" ? boolTexts.get(json) : json;
      if (typeof converted === "boolean") return converted;
    }
  }
  throw new Error(`a ${kind} is required`);
}
