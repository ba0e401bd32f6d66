import type { Value } from "../values/value";

/** Terraform generates strings of 8 lower-case letters and digits, which a configuration may embed in others. */
const ofTerraform = /(?<![A-Za-z0-9])[a-z0-9]{8}(?![A-Za-z0-9])/;
/** OpenTofu generates strings of 4 to 15 letters and digits. */
const ofOpenTofu = /^[A-Za-z0-9]{4,15}$/;
const lowerCaseWord = /^[a-z]+$/;

/**
 * Whether `terraform test` may have generated the value for a computed attribute of a `mock_provider`: a random string, 0,
 * or an empty collection. Terraform has the real provider validate references to such attributes, and nothing more.
 *
 * @param isWord whether the value is of an enumeration. Then a lower-case word counts as mistyped: less than one in 200 of
 * OpenTofu's random strings look like a word
 */
export function mayBeGenerated(value: Value, isWord: boolean): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "string") return value === 0;
  return ofTerraform.test(value) || (ofOpenTofu.test(value) && !(isWord && lowerCaseWord.test(value)));
}
