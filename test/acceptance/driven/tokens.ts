/** A token of Terraform's language. The text of a string is what stands between its quotes, with its templates. */
export interface Token {
  readonly kind: "string" | "number" | "name" | "mark" | "end";
  readonly text: string;
  /** The line of the file that it stands in, without indentation. */
  readonly line: string;
}

const SPACE = /(?:\s|#[^\n]*)*/y;
const TOKENS = [
  ["string", /"((?:[^"\\]|\\.)*)"/y],
  ["number", /-?\d+(?:\.\d+)?/y],
  ["name", /[A-Za-z_][\w-]*/y],
  ["mark", /[{}[\]().,:=+]/y],
] as const;

/** The tokens of a file. @throws Error for a character of another part of the language */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const line = (from: number) =>
    text
      .slice(text.lastIndexOf("\n", from) + 1)
      .split("\n", 1)[0]
      ?.trim() ?? "";
  for (;;) {
    match(SPACE);
    if (at >= text.length) return [...tokens, { kind: "end", text: "", line: "" }];
    const from = at;
    const found = TOKENS.flatMap(([kind, pattern]) => {
      const [whole, inner = whole] = at === from ? (match(pattern) ?? []) : [];
      return inner === undefined ? [] : [{ kind, text: inner, line: line(from) }];
    });
    if (found.length === 0) throw new Error(`Only the real terraform understands this: ${line(from)}`);
    tokens.push(...found);
  }
}
