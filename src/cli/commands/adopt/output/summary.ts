import { abbreviated } from "../../../../provider/text";
import { groupedBy } from "../../../../service/groups";
import { printable } from "../../../output/terminal";
import { counted, countedKind, linesOf } from "../../../output/text";
import type { Adoption } from "../adoption";
import { byKind } from "../declaration";
import { plainLine } from "./plain-text";

/** What the command wrote, the files that were in the folder before, and the commands to run next. */
type Outcome = Readonly<Record<"files" | "others" | "next", readonly string[]>> &
  Readonly<{ folder: string; requests: number }>;

/**
 * The adoption for people: declared objects, skipped objects with reasons, and the next commands.
 * @param isPart whether the code belongs in an existing configuration
 */
export function summaryOf(adoption: Adoption, outcome: Outcome, isPart: boolean): string {
  const { folder, files, others, requests, next } = outcome;
  const heading = isPart ? "Next, in the folder of your configuration:" : "Next:";
  return linesOf([
    `Adopted ${countsOf(adoption)}.`,
    files.length === 0
      ? "No files were written."
      : `${files.length} files in ${folder}: ${files.join(", ")}.`,
    ...(others.length === 0 ? [] : [`The folder has other files, too: ${printable(abbreviated(others))}.`]),
    ...leftOutLines(adoption).map(printable),
    ...adoption.notes,
    `Requests sent: ${requests}.`,
    ...(next.length === 0 ? [] : ["", heading, ...next.map((command) => `  ${command}`)]),
  ]);
}

/** A subnet is one resource, so there may be fewer declarations than hosts in the account. */
function countsOf({ declarations, subnets }: Adoption): string {
  const ofSubnets = ` (${counted(subnets, "subnet")} with all ${subnets === 1 ? "its" : "their"} addresses)`;
  const counts = [...byKind(declarations)].map(
    ([kind, { length }]) => countedKind(kind, length) + (kind === "host" && subnets > 0 ? ofSubnets : ""),
  );
  return counts.join(", ") || "nothing: no object needs a declaration";
}

function leftOutLines({ leftOut }: Adoption): readonly string[] {
  return [...byKind(leftOut)].flatMap(([kind, ofKind]) => {
    const byReason = [...groupedBy(ofKind, ({ reason }) => reason)].sort(([a], [b]) => (a < b ? -1 : 1));
    return byReason.map(([reason, objects]) => {
      const labels = objects.map(({ id, label }) => `${plainLine(label)} (${id})`).sort();
      return `Skipped ${countedKind(kind, labels.length)}: ${abbreviated(labels)}. ${plainLine(reason, 400)}`;
    });
  });
}
