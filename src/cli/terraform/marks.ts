/**
 * Whether something in a value is marked, by Terraform's JSON. Marks have the form of the value: `true`, or an object or
 * array that holds it.
 */
export function isMarked(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(isMarked));
}

/** The mark of an attribute. */
export function markOf(marks: unknown, name: string): unknown {
  if (marks === true) return true;
  if (typeof marks !== "object" || marks === null || !Object.hasOwn(marks, name)) return false;
  return (marks as Readonly<Record<string, unknown>>)[name];
}
