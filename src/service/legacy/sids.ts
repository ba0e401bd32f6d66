import { canonicalSid } from "../sids";

/** A SID or check id in a request of version 3.0, which takes digits of either case (docs/design/api-3.0.md#parameters), as 4.0 writes it. */
export function readLegacySid(text: string): string {
  return /^[A-Z]{2}/.test(text) ? canonicalSid(text) : text;
}
