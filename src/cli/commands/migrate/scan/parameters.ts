import type { FoundCall } from "./calls";
import { nameOf } from "./neighbours";
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
  const found = new Map(calls.map((call) => [call, new Map<string, FoundParameter>()]));
  const add = (to: FoundCall, name: string, line: number) => {
    const parameters = found.get(to);
    if (parameters?.has(name) === false) parameters.set(name, { name, line, ...changeOf(to.calls[0], name) });
  };
  // The first call on each line that takes a parameter.
  const takers = new Map<string, FoundCall>();
  for (const call of calls) {
    const taken = parametersOf(call.calls[0]);
    for (const name of call.query) if (taken.has(name)) add(call, name, call.line);
    for (const name of taken) {
      const place = `${name} ${call.line}`;
      if (!takers.has(place)) takers.set(place, call);
    }
  }
  const nearest = (name: string, line: number) => {
    for (let distance = 0; distance <= reach; distance += 1) {
      const near = takers.get(`${name} ${line - distance}`) ?? takers.get(`${name} ${line + distance}`);
      if (near !== undefined) return near;
    }
    return undefined;
  };
  tokens.forEach((token, at) => {
    const name = nameOf(token);
    if (token.kind === "mark" || !parameterNames.has(name) || !isNamed(tokens, at)) return;
    const near = nearest(name, token.line);
    if (near !== undefined) add(near, name, token.line);
  });
  return new Map([...found].map(([call, parameters]) => [call, [...parameters.values()]]));
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
