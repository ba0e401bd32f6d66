const mostNamed = 5;

/** The first few names, and how many more there are: enough to go on with, and short enough for a message. */
export function abbreviated(names: readonly string[]): string {
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : "";
  return names.slice(0, mostNamed).join(", ") + more;
}
