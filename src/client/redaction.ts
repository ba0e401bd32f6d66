import { shownText } from "../service/shown-text";
import { spellings } from "./secret-spelling";

/** Characters that are looked at: far more than are shown, and little enough for any answer. */
const lookedAt = 64 * 1024;
const shown = 200;
const longest = 1000;

/** Takes secrets out of texts that come from the service or from below. */
export interface Redaction {
  /** The text on one line, at most 1,000 characters, with every secret replaced and control characters shown escaped. */
  message(text: string): string;
  /** The first 200 characters of a body for an error message; what follows `args` or `authcode` is withheld. */
  excerpt(body: string): string;
}

/** A redaction of those secrets, in every form in which an answer could quote them. */
export function createRedaction(secrets: readonly string[]): Redaction {
  // Longest first, so that a secret that contains another is replaced whole.
  const hidden = [...new Set(secrets.filter((secret) => secret !== "").flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );
  const replaced = (text: string) => hidden.reduce((result, form) => result.replaceAll(form, "***"), text);
  const clean = (text: string) => {
    if (text.length <= lookedAt) return replaced(text);
    // A secret that the cut goes through is not recognised; what may be its first half is left out.
    const begun = replaced(text.slice(0, lookedAt));
    return begun.slice(0, Math.max(0, begun.length - (hidden[0]?.length ?? 0)));
  };
  return {
    message: (text) => shortened(onOneLine(clean(text)), longest),
    excerpt: (body) => shortened(onOneLine(withoutArguments(clean(body))), shown),
  };
}

// An answer may hold the args of any contact, not only of the one that was sent.
function withoutArguments(body: string): string {
  return body.replace(/["']?\b(?:args|authcode)\b[\s\S]*$/i, "(withheld)");
}

function onOneLine(text: string): string {
  return shownText(text.replace(/\s+/g, " ").trim());
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
