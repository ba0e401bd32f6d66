import { InvalidArgumentError } from "commander";

/** An argument that is a whole number. @throws InvalidArgumentError for another text */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

/** An argument that is a whole number other than 0. @throws InvalidArgumentError for another text */
export function oneOrMore(text: string): number {
  if (/^0*$/.test(text)) throw new InvalidArgumentError("It must be 1 or more.");
  return wholeNumber(text);
}

/** An argument that may be repeated: all that were given. */
export function append(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}
