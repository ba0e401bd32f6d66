import { type Diagnostic, isError } from "./plugin";

/** The import blocks that errors ask for, by the address of their resource; undefined if one of them has none. */
export function importBlocks(
  diagnostics: readonly Diagnostic[],
): Readonly<Record<string, string>> | undefined {
  const blocks: Record<string, string> = {};
  for (const { address = "", detail } of diagnostics.filter(isError)) {
    const id = /^import \{\n {2}to = .*\n {2}id = "([^"]+)"\n\}$/m.exec(detail)?.[1];
    if (id === undefined) return undefined;
    blocks[address] = id;
  }
  return blocks;
}
