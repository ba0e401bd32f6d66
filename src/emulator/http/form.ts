import type { SentPairs } from "../../legacy/request";
import type { Fields as AcceptedFields, Field } from "../../service/field";
import { parseJson } from "../../service/parse-json";
import { readFlag } from "../../service/wire-forms";
import type { Fields } from "../account/objects";
import type { OpenPointSettings } from "../settings";
import { Refusal } from "../validation";

/**
 * Decodes fields to lists, flags, numbers and args, as an operation accepts them. An invalid value remains a string, which
 * validation rejects. Of duplicates, the last one counts.
 * @throws Refusal 400 for args in two forms
 */
export function decodeFields(
  pairs: SentPairs,
  argsEncoding: OpenPointSettings["argsEncoding"],
  accepted: AcceptedFields,
): Fields {
  const fields = new Map<string, unknown>();
  const args = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = argsEncoding === "json" ? undefined : /^args\[([^\]]+)\]$/.exec(name)?.[1];
    if (key !== undefined) args.set(key, value);
    else {
      const field = Object.hasOwn(accepted, name) ? accepted[name] : undefined;
      fields.set(name, field === undefined ? value : decodeValue(field, value, argsEncoding));
    }
  }
  if (args.size > 0) {
    if (fields.has("args")) throw new Refusal(400, "Bad request: args is given in two forms.");
    fields.set("args", Object.fromEntries(args));
  }
  if (fields.get("args") === null) fields.delete("args");
  return Object.fromEntries(fields);
}

function decodeValue({ rule }: Field, value: string, argsEncoding: OpenPointSettings["argsEncoding"]) {
  const { type, item } = rule;
  if (type === "flag") return readFlag(value) ?? value;
  if (type === "number") return decodeNumber(value);
  if (type === "list") {
    const items = value === "" ? [] : value.split(",");
    return item?.type === "number" ? items.map(decodeNumber) : items;
  }
  if (type !== "map" || argsEncoding === "brackets") return value;
  return value === "" ? null : parseJson(value, value);
}

function decodeNumber(value: string): number | string {
  return /^-?\d+$/.test(value) ? Number(value) : value;
}
