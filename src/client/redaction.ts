import { isSecretDestination } from "../service/destinations";
import { printableText } from "../service/printable-text";
import { readObject } from "../service/wire-forms";
import type { Secrets } from "./secrets";

/** Characters that are looked at: far more than are shown, and little enough for any answer. */
const lookedAt = 16 * 1024;
const shown = 200;
const longest = 1000;

/** Takes secrets out of texts that come from the service or from below. */
export interface Redactor {
  /** Learns the secrets in an answer: `args`, authorization codes, and destinations that are credentials. */
  learn(answer: unknown): void;
  /** The text on one line, at most 1,000 characters, with every secret replaced and control characters shown escaped. */
  message(text: string): string;
  /** The first 200 characters of a body for an error message; what follows `args` or `authcode` is withheld. */
  excerpt(body: string): string;
}

/** A redaction of those secrets, also of those that are added later. */
export function createRedactor(secrets: Secrets): Redactor {
  const clean = (text: string) => secrets.hideInBeginning(text, lookedAt);
  return {
    learn: (answer) => secrets.add(secretsIn(answer)),
    message: (text) => shortened(onOneLine(clean(text)), longest),
    excerpt: (body) => shortened(onOneLine(withoutArguments(clean(body))), shown),
  };
}

function secretsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  const object = readObject(value);
  if (object === undefined) return [];
  const own = Object.entries(object).flatMap(([name, part]) =>
    /^(?:args|authcode)$/i.test(name) ? leaves(part) : secretsIn(part),
  );
  const { contact, type } = object;
  return typeof contact === "string" && isSecretDestination(type) ? [...own, contact] : own;
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

// An answer may hold the args of any contact, not only of the one that was sent.
function withoutArguments(body: string): string {
  return body.replace(/["']?\b(?:args|authcode)\b[\s\S]*$/i, "(withheld)");
}

function onOneLine(text: string): string {
  return printableText(text.replace(/\s+/g, " ").trim());
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
