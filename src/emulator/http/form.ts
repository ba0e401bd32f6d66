import { decodeForm } from "../../service/form";
import { bodyForms } from "../../service/generated/fields";
import { readFlag } from "../../service/wire-forms";
import type { Fields } from "../account/objects";
import type { OpenPointSettings } from "../settings";
import { Refusal } from "../validation";

/** The forms of body fields. Other fields are strings. */
const fieldForms: Readonly<Record<string, "list" | "numbers" | "flag" | "object">> = {
  ...bodyForms,
  details: "flag",
  args: "object",
};

/** Parses a form body to names and values, in order. @throws Refusal 400 if it is malformed */
export function parseForm(text: string): [name: string, value: string][] {
  const pairs = decodeForm(text);
  if (pairs === undefined) throw new Refusal(400, "Bad request: the body is not a well-formed form.");
  return pairs;
}

/**
 * Decodes fields to lists, flags, numbers and args. An invalid value remains a string, which validation rejects.
 * @throws Refusal 400 for a duplicate field
 */
export function decodeFields(
  pairs: readonly (readonly [string, string])[],
  argsEncoding: OpenPointSettings["argsEncoding"],
): Fields {
  const fields = new Map<string, unknown>();
  const args = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = argsEncoding === "json" ? undefined : /^args\[([^\]]+)\]$/.exec(name)?.[1];
    if (fields.has(name) || (key !== undefined && args.has(key))) {
      throw new Refusal(400, `Bad request: ${name} is given more than once.`);
    }
    if (key !== undefined) args.set(key, value);
    else fields.set(name, decodeValue(name, value, argsEncoding));
  }
  if (args.size > 0) {
    if (fields.has("args")) throw new Refusal(400, "Bad request: args is given in two forms.");
    fields.set("args", Object.fromEntries(args));
  }
  if (fields.get("args") === null) fields.delete("args");
  return Object.fromEntries(fields);
}

function decodeValue(name: string, value: string, argsEncoding: OpenPointSettings["argsEncoding"]): unknown {
  const form = Object.hasOwn(fieldForms, name) ? fieldForms[name] : undefined;
  if (form === "list") return items(value);
  if (form === "numbers") return items(value).map((item) => (/^-?\d+$/.test(item) ? Number(item) : item));
  if (form === "flag") return readFlag(value) ?? value;
  if (form === "object" && argsEncoding !== "brackets") return parseJson(value);
  return value;
}

function items(value: string): string[] {
  return value === "" ? [] : value.split(",");
}

function parseJson(value: string): unknown {
  if (value === "") return null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
