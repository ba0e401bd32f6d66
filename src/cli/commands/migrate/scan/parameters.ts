import type { FoundCall } from "./calls";
import { changeOf, type FoundParameter, parameterNames, parametersOf } from "./replacement";
import type { Token } from "./tokens";

/** How many lines from a call its parameters are looked for. */
const reach = 12;

/**
 * The parameters of each call: those of its query, and those that are named near it, as a key, as a part of a form or as an
 * argument. One that several calls take is that of the nearest.
 */
export function foundParameters(
  tokens: readonly Token[],
  calls: readonly FoundCall[],
): ReadonlyMap<FoundCall, readonly FoundParameter[]> {
  const found = new Map<FoundCall, FoundParameter[]>(calls.map((call) => [call, []]));
  const add = (to: FoundCall, name: string, line: number) => {
    const [call] = to.calls;
    const known = found.get(to);
    if (call !== undefined && known !== undefined && !known.some((one) => one.name === name)) {
      known.push({ name, line, ...changeOf(call, name) });
    }
  };
  for (const call of calls) for (const name of call.query) if (takes(call, name)) add(call, name, call.line);
  const byLine = nearestCalls(calls);
  tokens.forEach((token, at) => {
    const name = token.value.replace(/^[$@]+/, "");
    if (token.kind === "mark" || !parameterNames.has(name)) return;
    const near = isNamed(tokens, at) ? byLine(token.line)?.(name) : undefined;
    if (near !== undefined) add(near, name, token.line);
  });
  return found;
}

function takes({ calls: [call] }: FoundCall, name: string): boolean {
  return call !== undefined && parametersOf(call).has(name);
}

/** Finds the nearest call that takes a parameter, by the line on which its name stands: calls are in the order of lines. */
function nearestCalls(calls: readonly FoundCall[]) {
  let first = 0;
  return (line: number): ((name: string) => FoundCall | undefined) | undefined => {
    while (first < calls.length && (calls[first] as FoundCall).line < line - reach) first += 1;
    if ((calls[first]?.line ?? Number.POSITIVE_INFINITY) > line + reach) return undefined;
    return (name) => {
      let best: FoundCall | undefined;
      // The calls within reach are few, but those of a log or of one long line.
      for (let index = first; index < Math.min(calls.length, first + 100); index += 1) {
        const call = calls[index] as FoundCall;
        if (call.line > line + reach) break;
        const isNearer = best === undefined || Math.abs(call.line - line) < Math.abs(best.line - line);
        if (isNearer && takes(call, name)) best = call;
      }
      return best;
    };
  };
}

/** Whether a token stands as the name of a parameter: a key, a field of a form, an argument, a tag. */
function isNamed(tokens: readonly Token[], at: number): boolean {
  const { isQuoted, kind, value } = tokens[at] as Token;
  const [after, then, last] = [tokens[at + 1], tokens[at + 2], tokens[at - 1]];
  if (value.startsWith("$") || last?.value === "." || last?.value === "->") return false;
  if (after?.value === "=>") return true;
  if (after?.value === ":") return then?.value !== ":";
  if (kind === "text" && isQuoted) {
    const isKeyOf = after?.value === "]" && /^=>?$/.test(then?.value ?? "");
    return (
      isKeyOf ||
      after?.value === "=" ||
      (/^[(,{]$/.test(last?.value ?? "") && /^[,)]$/.test(after?.value ?? "")) ||
      /^[:=]$/.test(last?.value ?? "")
    );
  }
  return after?.value === "=" && then !== undefined && then.value !== "=" && then.value !== ">";
}
