/**
 * A date of the service as ISO 8601, such as of `2026-11-08 10:24:02 GMT`; null if it cannot be read. A date without a
 * time zone is taken as UTC.
 */
export function isoDate(text: string | undefined): string | null {
  // `Date.parse` reads years and more into any number.
  if (text === undefined || !/^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2}, \d)/.test(text)) return null;
  const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)\s*$/i.test(text);
  const time = Date.parse(hasZone ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
