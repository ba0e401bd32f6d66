import { InvalidArgumentError } from "commander";

/** How many objects a plan may destroy or replace. */
export interface DestroyLimit {
  /** A number, or a share of those that exist: `5` or `10%`. */
  readonly text: string;
  isExceeded(destroyed: number, all: number): boolean;
}

/** Reads `5` or `10%`. @throws InvalidArgumentError for another text */
export function destroyLimit(text: string): DestroyLimit {
  const [, number, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  const max = Number(number);
  if (number === undefined || (sign === "%" && max > 100))
    throw new InvalidArgumentError("It must be a number of objects, such as 5, or a share, such as 10%.");
  return {
    text,
    isExceeded: (destroyed, all) => (sign === "%" ? destroyed * 100 > max * all : destroyed > max),
  };
}
