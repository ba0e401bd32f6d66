import { maskedDestination } from "../../service/destinations";
import { type AnyKindTable, keysOf } from "../data/kind-table";

/**
 * The display name of an object: its name, and its natural key in parentheses, as in `Mail 1 (192.0.2.25)`. A destination
 * that is a credential is masked. The SID if the API returns nothing else.
 */
export function displayName(
  table: AnyKindTable,
  object: { readonly id: string; readonly [field: string]: unknown },
): string {
  const texts = ["name", ...keysOf(table)].map((field) => shown(object, field)).filter((text) => text !== "");
  const [first = object.id, ...others] = new Set(texts);
  return others.length === 0 ? first : `${first} (${others.join(", ")})`;
}

function shown(object: { readonly [field: string]: unknown }, field: string): string {
  const value = object[field];
  if (typeof value !== "string") return "";
  return field === "contact" ? maskedDestination(object.type, value) : value.trim();
}
