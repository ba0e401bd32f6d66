import { InvalidArgumentError } from "commander";

/** How many objects a plan may destroy or replace: a number, or a share of those that exist. */
export type DestroyLimit = { readonly objects: number } | { readonly percent: number };

/** Reads `5` or `10%`. @throws InvalidArgumentError for another text */
export function destroyLimit(text: string): DestroyLimit {
  const [, number, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  if (number === undefined || (sign === "%" && Number(number) > 100))
    throw new InvalidArgumentError("It must be a number of objects, such as 5, or a share, such as 10%.");
  return sign === "%" ? { percent: Number(number) } : { objects: Number(number) };
}

/** Whether so many objects of all that exist are more than the limit. */
export function isBeyond(limit: DestroyLimit, destroyed: number, all: number): boolean {
  return "objects" in limit ? destroyed > limit.objects : destroyed * 100 > limit.percent * all;
}

/** The limit as it was given. */
export function limitText(limit: DestroyLimit): string {
  return "objects" in limit ? `${limit.objects}` : `${limit.percent}%`;
}
