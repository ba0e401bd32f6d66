import { type Kind, kindNames, kinds } from "../../../service/kinds";
import type { NamedObject } from "../../account/names";
import type { Compared } from "../../comparison/compare";
import type { DeclaredObject, Finding, UndeclaredObject } from "../../comparison/finding";
import { type IgnoreRule, ignore, unusedRules } from "../../comparison/ignore";
import { compareNaturally } from "../../output/order";
import type { Note } from "../../output/text";
import { type Names, namesIn } from "../../output/values";
import type { GivenState } from "../../state/read-state";
import type { Program } from "../../terraform/program";

/** How many objects there are of each sort. */
export interface Counts {
  /** Objects that the states hold, of the kinds compared. */
  readonly declared: number;
  readonly changed: number;
  readonly gone: number;
  readonly undeclared: number;
  /** Unmanaged default objects, which every account has: not findings. */
  readonly defaults: number;
  /** Findings that the ignore file hides. */
  readonly ignored: number;
  /** Attributes that it hides in the other findings. */
  readonly ignored_attributes: number;
}

/** The comparison of an account with Terraform states. */
export interface Report {
  readonly states: readonly GivenState[];
  /** The kinds compared. */
  readonly kinds: readonly Kind[];
  readonly counts: Counts;
  /** By kind, then by what they are called. */
  readonly findings: readonly Finding[];
  /** Findings that the ignore file hides. */
  readonly ignored: readonly Finding[];
  readonly declared: readonly DeclaredObject[];
  readonly notes: readonly Note[];
  /** The names of objects to which findings refer by SID. */
  readonly names: Names;
  /** The arguments of the command that select the same objects again. */
  readonly again?: readonly string[];
  /** The program that the user runs. Default: terraform. */
  readonly program?: Program;
  /** Requests sent, and those left in this hour if the service reported them. */
  readonly requests: { readonly sent: number; readonly left?: number };
  /** When reading began and ended, ISO 8601. The objects of a kind are consistent at one moment between, unless a note says otherwise. */
  readonly read: { readonly from: string; readonly to: string };
}

/** The input of a report. */
interface Material extends Pick<Report, "states" | "kinds" | "notes" | "requests" | "read"> {
  readonly compared: readonly Compared[];
  readonly undeclared: readonly UndeclaredObject[];
  readonly defaults: number;
  readonly rules: readonly IgnoreRule[];
  /** Every object that the lists gave. */
  readonly objects: readonly NamedObject[];
  /** Whether all kinds were read completely, so that unused rules can be reported. */
  readonly isComplete: boolean;
}

/** Sorts and counts findings, and removes ignored ones. */
export function reportOf(material: Material): Report {
  const { compared, isComplete: isWhole, objects, rules, undeclared } = material;
  const found = [...compared.flatMap(({ finding }) => finding ?? []), ...undeclared].sort(inOrder);
  const { findings, ignored, ignoredAttributes } = ignore(rules, found);
  const declared = compared.map(({ object }) => object);
  const unused = isWhole ? unusedRules(rules, [...declared, ...objects]) : [];
  const notes = [...material.notes, ...compared.flatMap((one) => one.notes), ...unused];
  return {
    ...{ states: material.states, kinds: material.kinds, requests: material.requests, read: material.read },
    ...{ findings, ignored, declared },
    counts: {
      declared: declared.length,
      changed: findings.filter(({ type }) => type === "changed").length,
      gone: findings.filter(({ type }) => type === "gone").length,
      undeclared: findings.filter(({ type }) => type === "undeclared").length,
      defaults: material.defaults,
      ignored: ignored.length,
      ignored_attributes: ignoredAttributes,
    },
    notes: [...distinct(notes), ...allGone(compared)],
    // The state's names take precedence: they leave out sensitive ones.
    names: namesIn(
      findings.flatMap((finding) => (finding.type === "changed" ? finding.attributes : [])),
      Object.fromEntries(
        [...objects, ...declared].map((one) => [one.id, one.name ?? one.key ?? kinds[one.kind].title]),
      ),
    ),
  };
}

const types: readonly Finding["type"][] = ["changed", "gone", "undeclared"];

function inOrder(a: Finding, b: Finding): number {
  return (
    kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind) ||
    types.indexOf(a.type) - types.indexOf(b.type) ||
    compareNaturally(sortedBy(a), sortedBy(b)) ||
    compareNaturally(a.id, b.id)
  );
}

/** Titles quote labels, and would sort by the quotation marks. */
function sortedBy(finding: Finding): string {
  if (finding.type !== "undeclared") return finding.address;
  return finding.key ?? finding.name ?? finding.id;
}

/** Removes duplicate notes. */
function distinct(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

/** If all declared objects are missing, the account is probably the wrong one. */
function allGone(compared: readonly Compared[]): Note[] {
  const hasNothingLeft = compared.length > 1 && compared.every(({ now }) => now === null);
  return hasNothingLeft
    ? [
        {
          text: `All ${compared.length} declared objects are missing. Does this state belong to another account?`,
        },
      ]
    : [];
}
