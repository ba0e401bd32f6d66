import { kinds } from "../../../../service/kinds";
import { type Finding, titleOf } from "../../../comparison/finding";
import type { Style } from "../../../output/terminal";
import { counted, grouped } from "../../../output/text";
import { changeText, labelOf, type Names } from "../../../output/values";
import type { Counts, Report } from "../report";

/** How reports show each type of finding. If a comment is too long, findings of low rank stay: they need action. */
export const findingLooks: Readonly<
  Record<Finding["type"], { readonly label: string; readonly style: Style; readonly rank: number }>
> = {
  changed: { label: "changed", style: "yellow", rank: 1 },
  gone: { label: "missing", style: "red", rank: 0 },
  undeclared: { label: "unmanaged", style: "green", rank: 2 },
};

/** A finding as a complete sentence. */
export function sentenceOf(finding: Finding, names: Names): string {
  const { title } = kinds[finding.kind];
  if (finding.type === "gone")
    return `${titleOf(finding)} (${finding.id}) is missing: the state has it, and the account does not.`;
  if (finding.type === "undeclared") {
    const label = labelOf(finding);
    return `The ${title} ${finding.id}${label && ` (${label})`} is in the account, and in no state.`;
  }
  const changes = finding.attributes.map((one) => `${one.name}: ${changeText(one, names)}`);
  return `${titleOf(finding)} (${finding.id}) differs from the state: ${changes.join("; ")}.`;
}

/** The numbers of findings, as in `2 changed, 1 missing, 3 unmanaged`. */
export function countsText({ changed, gone, undeclared }: Counts): string {
  return `${changed} changed, ${gone} missing, ${undeclared} unmanaged`;
}

/** The number of requests. */
export function requestsText({ sent, left }: Report["requests"]): string {
  const spent = `${counted(sent, "request")} sent`;
  return left === undefined ? spent : `${spent}, ${grouped(left)} left in this hour`;
}
