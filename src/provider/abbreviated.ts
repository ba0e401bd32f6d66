const mostNamed = 5;

/** The first few names and the number of further ones, for a message. */
export function abbreviated(names: readonly string[]): string {
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : "";
  return names.slice(0, mostNamed).join(", ") + more;
}
