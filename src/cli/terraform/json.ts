/**
 * The JSON object that Terraform printed.
 * @param what it is to be, as in `no Terraform state`
 * @param wanted what to give instead, a sentence
 * @throws Error that names it, and quotes nothing of it: it may hold secrets
 */
export function terraformJson(
  { name, text }: { readonly name: string; readonly text: string },
  what: "plan" | "state",
  wanted: string,
): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${name} is no JSON. ${wanted}`);
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return { ...json };
  throw new Error(`${name} is no Terraform ${what}. ${wanted}`);
}

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
