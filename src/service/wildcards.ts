const anyText = "*";
const anyCharacter = "?";

/**
 * Creates a case-insensitive matcher of whole texts. `*` matches any text. The cost is at most the length of the text times that
 * of the pattern, unlike a regular expression with several `.*`.
 *
 * @param questionMarks whether `?` matches any character; otherwise it matches itself
 */
export function patternMatcher(pattern: string, { questionMarks }: { readonly questionMarks: boolean }) {
  const parts = foldCase(pattern);
  return (text: string) => matches(parts, foldCase(text), questionMarks);
}

/** Whether a pattern has a wildcard; `?` is one. Another pattern matches only texts with the same {@link foldCase}. */
export function hasWildcard(pattern: string): boolean {
  return pattern.includes(anyText) || pattern.includes(anyCharacter);
}

/** Characters in folded letter case, in Unicode's normal form C. */
export function foldCase(text: string): string[] {
  // Per character, as the lower case of sigma depends on its position in a word. In both directions, as ẞ has no other upper case.
  return Array.from(text.normalize(), (character) => character.toLowerCase().toUpperCase().toLowerCase());
}

/**
 * Compares from left to right. After a mismatch, only the last `*` before it takes another character: any text that an earlier
 * `*` could match, the last one can match as well.
 */
export function matches(pattern: ArrayLike<string>, text: ArrayLike<string>, questionMarks: boolean) {
  let star = -1;
  let taken = 0;
  let at = 0;
  for (let position = 0; position < text.length; ) {
    const wanted = pattern[at];
    if (wanted === anyText) {
      star = at;
      taken = position;
      at += 1;
    } else if (
      (questionMarks && wanted === anyCharacter) ||
      (wanted !== undefined && wanted === text[position])
    ) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      taken += 1;
      at = star + 1;
      position = taken;
    } else {
      return false;
    }
  }
  while (pattern[at] === anyText) at += 1;
  return at === pattern.length;
}
