/**
 * What a command prints for programs: JSON that is ASCII where it matters, so that no character in it is one that a
 * terminal or a JavaScript parser would take for another. They are written as `\u….`, which means the same in JSON.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()].map((index) => escaped(character.charCodeAt(index))).join(""),
  );
  return `${text}\n`;
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
