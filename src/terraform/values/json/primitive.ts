import { parseNumber } from "../decimal";
import type { Value } from "../value";
import { type Json, JsonNumber } from "./parse";

/** The only strings that Terraform converts to a bool. */
const boolTexts: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/**
 * Decodes a string, number or bool. With `convert`, converts as Terraform does: numbers and bools to strings, and strings to
 * numbers and bools.
 * @throws Error for other types: Terraform does not convert between numbers and bools
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
