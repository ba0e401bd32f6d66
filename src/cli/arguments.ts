import { InvalidArgumentError } from "commander";

/** An argument that is a whole number. @throws InvalidArgumentError for another text */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

/** An argument that may be repeated: all that were given. */
export function append(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}
