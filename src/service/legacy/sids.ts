import { canonicalSid } from "../sids";

/** Converts a SID or check id of version 3.0, which is case-insensitive (docs/design/api-3.0.md#parameters), to the form of 4.0. */
export function readLegacySid(text: string): string {
  return /^[A-Z]{2}/.test(text) ? canonicalSid(text) : text;
}
