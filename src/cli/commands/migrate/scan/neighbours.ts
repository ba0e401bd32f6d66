import { hole, type Token } from "./tokens";

/** How many tokens away things are looked for, so that nothing takes longer than its length says. */
export const reach = 40;

/**
 * Where the bracket at a place has its partner, if that is near: forwards for an opening one, backwards for a closing one.
 * Those of a generic type count only for a bracket that is one of them.
 */
export function partnerOf(tokens: readonly Token[], at: number): number | undefined {
  const own = tokens[at]?.value ?? "";
  const [opening, closing] = /[<>]/.test(own) ? ["([{<", ")]}>"] : ["([{", ")]}"];
  const step = closing.includes(own) ? -1 : 1;
  let depth = 0;
  for (let index = at; Math.abs(index - at) < reach; index += step) {
    const { kind, value } = tokens[index] ?? {};
    if (value === undefined) return undefined;
    if (kind !== "mark" || value.length !== 1) continue;
    if (opening.includes(value)) depth += step;
    else if (closing.includes(value)) depth -= step;
    if (depth === 0) return index;
  }
  return undefined;
}

/** Whether a token opens a bracket. */
export function opens(token: Token | undefined): boolean {
  return token?.kind === "mark" && /^[([{]$/.test(token.value);
}

/** Whether a token closes a bracket. */
export function closes(token: Token | undefined): boolean {
  return token?.kind === "mark" && /^[)\]}]$/.test(token.value);
}

/** Whether a member of the value before a token follows it. */
export function isMember(token: Token | undefined): boolean {
  return token?.kind === "mark" && /^(?:\.|->|::|\?\.|\?->)$/.test(token.value);
}

/** The name that a token is, without the marks of variables. */
export function nameOf({ names, value }: Token): string {
  return value === hole ? (names[0] ?? "") : value.replace(/^[$@]+/, "");
}
