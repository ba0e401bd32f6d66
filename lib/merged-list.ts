import { Fn, Lazy, Token } from "cdktf";

/**
 * The distinct elements of two lists, in order of first occurrence. Either list may be a token. If only Terraform knows its
 * value, the result is an expression.
 */
export function mergedList(
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): string[] | undefined {
  const [left, right] = [first, second].filter((list) => list && !(isList(list) && list.length === 0));
  if (left === undefined || right === undefined)
    return left && (isList(left) ? [...left] : Token.asList(left));
  if (isList(left) && isList(right)) return [...new Set([...left, ...right])];
  return Lazy.listValue({
    produce(context) {
      const lists = [left, right].filter((list) => context.resolve(list) !== undefined);
      const values: unknown[] = lists.map((list) => context.resolve(list));
      return values.every((list) => Array.isArray(list))
        ? [...new Set(values.flat() as string[])]
        : Fn.distinct(Fn.concat(lists as string[][]));
    },
  });
}

/** Whether it is an array and not a token for a list. */
export const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && !Token.isUnresolved(value);
