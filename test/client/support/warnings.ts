import { runInThisContext } from "node:vm";

/** The process that Node reports warnings to. Tests have a copy of it, which gets none. */
const actual = runInThisContext("process") as NodeJS.Process;

/** The warnings that Node reports while something is done. */
export async function warningsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  actual.on("warning", note);
  await act();
  await new Promise(setImmediate);
  actual.off("warning", note);
  return warnings;
}
