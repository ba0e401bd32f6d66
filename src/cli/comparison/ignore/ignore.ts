import type { NamedObject } from "../../account/names";
import type { Note } from "../../output/note";
import type { Finding } from "../finding";
import type { IgnoreRule } from "./ignore-rule";

/** What the rules leave of findings, and what they took away. */
export interface Ignored {
  readonly findings: readonly Finding[];
  readonly ignored: readonly Finding[];
  /** Attributes taken away from findings that are left. */
  readonly ignoredAttributes: number;
}

/** Takes away what the rules mean: whole findings, and attributes of changed objects. */
export function ignore(rules: readonly IgnoreRule[], found: readonly Finding[]): Ignored {
  const findings: Finding[] = [];
  const ignored: Finding[] = [];
  let ignoredAttributes = 0;
  for (const finding of found) {
    const left = withoutIgnored(
      finding,
      rules.filter((rule) => rule.means(finding)),
    );
    if (left === undefined) ignored.push(finding);
    else findings.push(left);
    if (left?.type === "changed" && finding.type === "changed")
      ignoredAttributes += finding.attributes.length - left.attributes.length;
  }
  return { findings, ignored, ignoredAttributes };
}

/** The rules that mean none of the objects: the object is gone for good, or the rule is misspelt. */
export function unusedRules(
  rules: readonly IgnoreRule[],
  objects: readonly (NamedObject & { readonly address?: string })[],
): Note[] {
  return rules
    .filter((rule) => !objects.some((object) => rule.means(object)))
    .map(({ place, text }) => ({ text: `${place}: the rule \`${text}\` means no object.` }));
}

function withoutIgnored(finding: Finding, rules: readonly IgnoreRule[]): Finding | undefined {
  if (rules.some(({ attribute }) => attribute === undefined)) return undefined;
  if (finding.type !== "changed") return finding;
  const ignored = new Set(rules.map(({ attribute }) => attribute));
  const attributes = finding.attributes.filter(({ name }) => !ignored.has(name));
  return attributes.length === 0 ? undefined : { ...finding, attributes };
}
