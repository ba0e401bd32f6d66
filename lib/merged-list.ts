import { Fn, Lazy, ref, Token } from "cdktf";

/**
 * The distinct elements of two lists, in order of first occurrence. Either list may be a token. If only Terraform knows its
 * value, the result is an expression.
 */
export function mergedList(
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): string[] | undefined {
  const [left, right] = [first, second].filter((list) => list !== undefined && !isEmpty(list));
  if (left === undefined || right === undefined)
    return left && (isList(left) ? [...left] : Token.asList(left));
  if (isList(left) && isList(right)) return [...new Set([...left, ...right])];
  return Lazy.listValue({
    produce(context) {
      const lists: unknown[] = [context.resolve(left), context.resolve(right)].filter(
        (list) => list !== undefined,
      );
      return lists.every((list) => Array.isArray(list))
        ? [...new Set(lists.flat() as string[])]
        : Fn.distinct(Fn.concat(lists.map(operand) as string[][]));
    },
  });
}

/** Whether it is an array and not a token for a list. */
function isList(list: readonly string[]): boolean {
  return Array.isArray(list) && !Token.isUnresolved(list);
}

const isEmpty = (list: readonly string[]): boolean => isList(list) && list.length === 0;

/** A resolved value as an operand of a function: an expression must not become a string literal. */
function operand(value: unknown): unknown {
  return Array.isArray(value) ? value.map(expression) : expression(value);
}

function expression(value: unknown): unknown {
  const inner = typeof value === "string" ? /^\$\{(.*)\}$/s.exec(value)?.[1] : undefined;
  return inner === undefined ? value : ref(inner);
}
