import type { FoundCall } from "./found-calls";
import type { ProgramText } from "./program-text";
import { changeOf, parametersOf } from "./replacement";
import type { FoundParameter } from "./report";

/** How many lines from a call its parameters are looked for. */
const reach = 12;

/**
 * The parameters of each call: those of its query, and those that are named near it, as a key, as a part of a form or as an
 * argument. One that several calls take is that of the nearest.
 */
export function foundParameters(
  text: ProgramText,
  calls: readonly FoundCall[],
): ReadonlyMap<FoundCall, readonly FoundParameter[]> {
  const found = new Map<FoundCall, FoundParameter[]>(calls.map((call) => [call, inQuery(call)]));
  const open = calls.filter(({ isLogged }) => !isLogged);
  const names = [...new Set(open.flatMap(({ call }) => parametersOf(call)))];
  for (const { name, line } of names.length === 0 ? [] : namedIn(text, names, open)) {
    const near = nearest(open, name, line);
    const known = near && found.get(near);
    if (known !== undefined && !known.some((one) => one.name === name)) {
      known.push({ name, line, ...changeOf((near as FoundCall).call, name) });
    }
  }
  return found;
}

function inQuery({ call, line, query }: FoundCall): FoundParameter[] {
  return parametersOf(call)
    .filter((name) => query.includes(name))
    .map((name) => ({ name, line, ...changeOf(call, name) }));
}

/** Where those names stand as names of parameters. */
function namedIn(
  { text, lines }: ProgramText,
  names: readonly string[],
  calls: readonly FoundCall[],
): { name: string; line: number }[] {
  const any = `(?<name>${names.join("|")})`;
  const forms = new RegExp(
    [
      // A key: `"host" =>`, `host:`, `["host"] =`, and in a form: `host=`.
      String.raw`(?<![\w$./-])(?:["'\x60]${any}["'\x60]\]?\s*(?:=>|[:=](?![=:]))`,
      String.raw`${any.replace("<name>", "<bare>")}(?::(?!:)|=(?![=\s>]))`,
      // An argument: `append("host", …)`.
      String.raw`(?<=\(\s{0,20})["'\x60]${any.replace("<name>", "<argument>")}["'\x60]\s*,)`,
    ].join("|"),
    "g",
  );
  const isNear = (line: number) => calls.some((call) => Math.abs(call.line - line) <= reach);
  return [...text.matchAll(forms)]
    .map(({ index, groups = {} }) => ({
      name: groups.name ?? groups.bare ?? groups.argument ?? "",
      line: lines.at(index),
    }))
    .filter(({ line }) => isNear(line));
}

function nearest(calls: readonly FoundCall[], name: string, line: number): FoundCall | undefined {
  const distance = (call: FoundCall) => Math.abs(call.line - line);
  const able = calls.filter((each) => distance(each) <= reach && parametersOf(each.call).includes(name));
  return able.reduce<FoundCall | undefined>(
    (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  );
}
