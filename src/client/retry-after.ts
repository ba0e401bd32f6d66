const day = 86_400_000;

/**
 * Milliseconds that the answer asks to wait (`Retry-After`: seconds, or a date as RFC 9110 allows it); undefined if it
 * asks for none that can be read. More than a day is taken as a day.
 */
export function readRetryAfter(value: string | string[] | undefined, now: number): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : untilDate(text, now);
  return wait === undefined ? undefined : Math.min(wait, day);
}

function untilDate(text: string, now: number): number | undefined {
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
