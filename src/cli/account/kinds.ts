import { InvalidArgumentError } from "commander";
import { type Kind, kinds } from "../../service/kinds";

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as Kind[];

/**
 * Reads an option that takes kinds with commas between them, and may be repeated.
 * @param allowed the kinds that it takes
 */
export function kindList<K extends Kind>(
  allowed: readonly K[],
): (text: string, before?: readonly K[]) => readonly K[] {
  return (text, before = []) => {
    const words = text.split(",").map((word) => word.trim());
    const wrong = words.find((word) => !(allowed as readonly string[]).includes(word));
    if (wrong !== undefined) {
      throw new InvalidArgumentError(
        `There is no kind ${JSON.stringify(wrong)}. Kinds: ${allowed.join(", ")}.`,
      );
    }
    return [...before, ...(words as K[])];
  };
}
