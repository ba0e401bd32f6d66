import { type Kind, kinds } from "../../../../service/kinds";
import type { UndeclaredObject } from "../../../comparison/finding";
import { ignore } from "../../../comparison/ignore/ignore";
import type { IgnoreRule } from "../../../comparison/ignore/ignore-rule";
import { undeclaredFinding, undeclaredOf } from "../../../comparison/undeclared";
import type { DeclaredObjects } from "../../../state/declared-objects";
import type { Undeclared } from "../report";
import type { AccountLists } from "./account-lists";

/** The states that were given, and what not to report of what they do not hold. */
export interface GivenStates {
  readonly names: readonly string[];
  readonly all: DeclaredObjects;
  readonly rules: readonly IgnoreRule[];
}

/** What no given state holds, as `rblmonitor drift` finds it, and what cannot be told. */
export function undeclaredObjects(
  lists: AccountLists,
  { names, all, rules }: GivenStates,
): { undeclared: Undeclared; notes: string[] } {
  const declared = new Set(all.declared.flatMap(({ ids }) => ids));
  const byKind = (Object.keys(kinds) as Kind[]).map(
    (kind) => [kind, undeclaredOf(kind, lists.of(kind), declared)] as const,
  );
  const found = byKind.flatMap(([kind, { objects }]) =>
    objects.map((object) => undeclaredFinding(kind, object)),
  );
  const { findings, ignored } = ignore(rules, found);
  return {
    undeclared: {
      states: names,
      objects: findings.filter((finding): finding is UndeclaredObject => finding.type === "undeclared"),
      ignored: ignored.length,
    },
    notes: [...all.notes, ...byKind.flatMap(([, { notes }]) => notes)].map(({ text }) => text),
  };
}
