import { isSecretDestination } from "../service/destinations";
import { printableText } from "../service/printable-text";
import { readObject } from "../service/wire-forms";
import type { Secrets } from "./secrets";

/** The number of scanned characters: far more than are shown, but limited for large responses. */
const scannedLength = 16 * 1024;
const excerptLength = 200;
const maxMessageLength = 1000;

/** Removes secrets from texts of the service and of the transport. */
export type Redactor = ReturnType<typeof createRedactor>;

/** Creates a redactor. Secrets may be added later. */
export function createRedactor(secrets: Secrets) {
  const clean = (text: string) => secrets.hideInPrefix(text, scannedLength);
  return {
    /** Registers the secrets of a response: `args`, authorization codes, and secret destinations. */
    learn: (answer: unknown) => secrets.add(secretsIn(answer)),
    /** The text on one line, at most 1,000 characters, with secrets replaced and control characters escaped. */
    message: (text: string) => shortened(onOneLine(clean(text)), maxMessageLength),
    /** The first 200 characters of a body, for messages. Everything after `args` or `authcode` is withheld. */
    excerpt: (body: string) =>
      shortened(onOneLine(clean(body).replace(fromArguments, "(withheld)")), excerptLength),
  };
}

function secretsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  const object = readObject(value);
  if (object === undefined) return [];
  const secrets = Object.entries(object).flatMap(([name, part]) =>
    /^(?:args|authcode)$/i.test(name) ? leaves(part) : secretsIn(part),
  );
  const { contact, type } = object;
  return typeof contact === "string" && isSecretDestination(type) ? [...secrets, contact] : secrets;
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

// A response may have the args of any contact, not only of the one in the request.
const fromArguments = /["']?\b(?:args|authcode)\b[\s\S]*$/i;

function onOneLine(text: string): string {
  return printableText(text.replace(/\s+/g, " ").trim());
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
