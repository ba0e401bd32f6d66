/** What the characters `*` and `?` of a pattern stand for. */
const anyText = "*";
const anyCharacter = "?";

/** How a pattern is read. */
export interface PatternForm {
  /** Whether `?` stands for any one character. Otherwise it is a character like others. */
  readonly questionMarks: boolean;
}

/**
 * Whether a whole text matches a pattern. `*` stands for any text; letter case means nothing. The cost never exceeds the
 * length of the text times that of the pattern. A regular expression with several `.*` has no such bound.
 */
export function patternMatcher(pattern: string, { questionMarks }: PatternForm): (text: string) => boolean {
  const parts = folded(pattern);
  return (text) => matches(parts, folded(text), questionMarks);
}

/** A text as characters without letter case. */
function folded(text: string): string[] {
  // Per character, as the lower case of a sigma depends on its place in the word. Both ways, as ẞ has no other upper case.
  return Array.from(text, (character) => character.toLowerCase().toUpperCase().toLowerCase());
}

/**
 * Compares from left to right. After a difference, only the last `*` before it takes one character more: whatever an
 * earlier one could take, the last one can take as well.
 */
export function matches(
  pattern: ArrayLike<string>,
  text: ArrayLike<string>,
  questionMarks: boolean,
): boolean {
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
