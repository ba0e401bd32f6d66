/**
 * Whether a JSON text is nested deeper than `maxDepth`. Check this before parsing: JSON.parse blocks the process for twelve
 * seconds on 64 MB of brackets.
 */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  return openBrackets(text, maxDepth) > maxDepth;
}

/** How many brackets and braces of a JSON text are open at its end, or where there are more than `maxDepth`. */
export function openBrackets(text: string, maxDepth: number): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth) return depth;
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return depth;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The end of a string: its closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}
