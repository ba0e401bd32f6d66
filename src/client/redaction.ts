import { toUSVString } from "node:util";

const shown = 200;
const longest = 1000;

/** Takes secrets out of texts that come from the service or from below. */
export interface Redaction {
  /** The text on one line, at most 1,000 characters, with every secret replaced. */
  message(text: string): string;
  /** The first 200 characters of a body for an error message; what follows `args` or `authcode` is withheld. */
  excerpt(body: string): string;
}

/** A redaction of those secrets, in every form in which an answer could quote them. */
export function createRedaction(secrets: readonly string[]): Redaction {
  const forms = secrets.flatMap(spellings).filter((form) => form !== "");
  // Longest first, so that a secret that contains another is replaced whole.
  const replaced = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const clean = (text: string) =>
    printable(replaced.reduce((result, form) => result.replaceAll(form, "***"), text));
  return {
    message: (text) => shortened(clean(text), longest),
    excerpt: (body) => shortened(clean(withoutArguments(body)), shown),
  };
}

function spellings(secret: string): string[] {
  const form = new URLSearchParams({ "": secret }).toString().slice(1);
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(toUSVString(secret)), form];
}

// An answer may hold the args of any contact, not only of the one that was sent.
function withoutArguments(body: string): string {
  return body.replace(/["']?\b(?:args|authcode)\b[\s\S]*$/i, "(withheld)");
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
