/** A value as JSON has it. */
export type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** An attribute of which one thing says otherwise than another. Of a sensitive one, no value is told. */
export type ChangedAttribute =
  | { readonly name: string; readonly before: Json; readonly after: Json }
  | { readonly name: string; readonly sensitive: true };

/** What objects are called, by their SIDs. */
export type Names = Readonly<Record<string, string>>;
