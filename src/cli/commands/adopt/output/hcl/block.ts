/** An argument of a block: its value in lines, and a comment behind it. */
export interface HclArgument {
  readonly name: string;
  readonly value: readonly string[];
  readonly comment?: string;
}

/** A block as `terraform fmt` lays it out; `head` is all that stands before the brace. */
export function block(head: string, body: readonly (HclArgument | string)[]): string {
  if (body.length === 0) return `${head} {}\n`;
  return `${head} {\n${argumentLines(body)
    .map((line) => `  ${line}\n`)
    .join("")}}\n`;
}

/** Equals signs of neighbours stand under each other, but not those of values that take several lines. */
function argumentLines(body: readonly (HclArgument | string)[]): readonly string[] {
  const lines: string[] = [];
  let run: HclArgument[] = [];
  const endRun = () => {
    const width = Math.max(0, ...run.map(({ name }) => name.length));
    for (const argument of run) lines.push(...linesOf(argument, width));
    run = [];
  };
  for (const part of body) {
    if (typeof part !== "string" && part.value.length === 1) {
      run.push(part);
      continue;
    }
    endRun();
    lines.push(...(typeof part === "string" ? [part] : linesOf(part, 0)));
  }
  endRun();
  return lines;
}

function linesOf({ name, value, comment }: HclArgument, width: number): readonly string[] {
  const [first = "", ...others] = value;
  const behind = comment === undefined ? "" : ` # ${comment}`;
  return [`${name.padEnd(width)} = ${first}${others.length === 0 ? behind : ""}`, ...others];
}
