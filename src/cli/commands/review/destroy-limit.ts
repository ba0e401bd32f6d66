import { InvalidArgumentError } from "commander";

/** How many objects a plan may destroy or replace: a number, or a share of those that exist. */
export type DestroyLimit = ReturnType<typeof destroyLimit>;

/** Reads `5` or `10%`. @throws InvalidArgumentError for another text */
export function destroyLimit(text: string) {
  const [, number, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  const max = Number(number);
  if (number === undefined || (sign === "%" && max > 100))
    throw new InvalidArgumentError("It must be a number of objects, such as 5, or a share, such as 10%.");
  return {
    text,
    isExceeded: (destroyed: number, all: number) =>
      sign === "%" ? destroyed * 100 > max * all : destroyed > max,
  };
}
