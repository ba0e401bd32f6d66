import { printable } from "../../output/terminal";
import { counted } from "../../output/text";

/** What exists of the resources that a plan creates. */
export interface FoundImports {
  readonly imports: readonly { readonly address: string; readonly id: string }[];
  /** Resources with several objects to choose from, or that share one with another resource. */
  readonly unclear: readonly { readonly address: string; readonly ids: readonly string[] }[];
}

/** An import block for each object. */
export function blocksOf({ imports }: FoundImports): string {
  // Ids are SIDs and subnets: they hold nothing that HCL would interpolate.
  const blocks = imports.map(
    ({ address, id }) => `import {\n  to = ${address}\n  id = ${JSON.stringify(id)}\n}\n`,
  );
  return blocks.join("\n");
}

/** What was written, and what is left to choose. @param file null if there was nothing to write */
export function summaryOf({ imports, unclear }: FoundImports, file: string | null): string {
  const lines = [
    file === null
      ? "No planned object was found in the account."
      : `Wrote ${counted(imports.length, "import block")} to ${printable(file)}. Apply to import, then delete the blocks.`,
    ...unclear.map(
      ({ address, ids }) =>
        `Choose for ${printable(address)}, of equal objects or resources: ${ids.map(printable).join(", ")}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
