import type { Account } from "../../../../provider/account";
import { wireFields } from "../../../../provider/managed/wire";
import { abbreviated } from "../../../../provider/text";
import { groupedBy } from "../../../../service/groups";
import { type Kind, kinds } from "../../../../service/kinds";
import { unsupportedKindReason } from "../../../../service/legacy/unsupported";
import { unknown } from "../../../../terraform";
import type { AccountLists } from "../../../account/lists";
import { resourceOf } from "../../../account/names";
import { counted } from "../../../output/text";
import {
  type Adoption,
  byKind,
  type Candidate,
  type Declaration,
  kindsInOrder,
  type LeftOut,
} from "../declaration";
import { plainLine } from "./plain-text";

export interface Outcome {
  readonly folder: string;
  readonly files: readonly string[];
  /** Files that were in the folder before. */
  readonly others: readonly string[];
  readonly requests: number;
  /** Whether the code belongs in an existing configuration. */
  readonly isPart: boolean;
  /** The commands to run next. */
  readonly next: readonly string[];
}

/** The adoption for people: declared objects, skipped objects with reasons, and the next commands. */
export function summaryOf(adoption: Adoption, outcome: Outcome): string {
  const { folder, files, others, requests, next, isPart } = outcome;
  return [
    `Adopted ${countsOf(adoption)}.`,
    files.length === 0
      ? "No files were written."
      : `${files.length} files in ${folder}: ${files.join(", ")}.`,
    ...(others.length === 0 ? [] : [`The folder has other files, too: ${abbreviated(others)}.`]),
    ...leftOutLines(adoption.leftOut),
    ...adoption.notes,
    `Requests sent: ${requests}.`,
    ...(next.length === 0
      ? []
      : ["", isPart ? intoConfiguration : "Next:", ...next.map((command) => `  ${command}`)]),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

const intoConfiguration =
  "Next, move the files except versions.tf and provider.tf to the folder of your configuration, and run there:";

/** The result of the command for programs. */
export function summaryJson({ declarations, leftOut, notes }: Adoption, outcome: Outcome): object {
  const counts = [...byKind(declarations)].map(([kind, ofKind]) => [kind, ofKind.length]);
  return {
    version: 1,
    folder: outcome.folder,
    files: outcome.files,
    others: outcome.others,
    adopted: Object.fromEntries(counts),
    left_out: leftOut,
    notes,
    requests: outcome.requests,
    next: outcome.next,
  };
}

/** The number of objects of a kind: `1 host`, `3 hosts`. */
function countOf(kind: Kind, count: number): string {
  return counted(count, kinds[kind].title, kinds[kind].plural);
}

function countsOf({ declarations }: Adoption): string {
  const counts = [...byKind(declarations)].map(
    ([kind, ofKind]) => countOf(kind, ofKind.length) + subnetsIn(kind, ofKind),
  );
  return counts.length === 0 ? "nothing: no object needs a declaration" : counts.join(", ");
}

/** Why there may be fewer declarations than hosts in the account: a subnet is one resource. */
function subnetsIn(kind: Kind, declarations: readonly Declaration[]): string {
  const isSubnet = ({ arguments: args }: Declaration) =>
    args.some(
      ({ attribute, value }) => attribute === "host" && value.is === "text" && value.text.includes("/"),
    );
  const count = kind === "host" ? declarations.filter(isSubnet).length : 0;
  if (count === 0) return "";
  return ` (${counted(count, "subnet")} with all ${count === 1 ? "its" : "their"} addresses)`;
}

function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  return [...byKind(leftOut)].flatMap(([kind, ofKind]) => {
    const byReason = [...groupedBy(ofKind, ({ reason }) => reason)].sort(([a], [b]) => (a < b ? -1 : 1));
    return byReason.map(([reason, objects]) => {
      const labels = objects.map(({ id, label }) => `${plainLine(label)} (${id})`).sort();
      return `Skipped ${countOf(kind, labels.length)}: ${abbreviated(labels)}. ${plainLine(reason, 400)}`;
    });
  });
}

/** Notes about an adoption, in sentences. */
export function notesOf(candidates: readonly Candidate[]): readonly string[] {
  return [
    ...unknownSources(candidates),
    ...missingArgs(candidates),
    ...[...byKind(candidates)].flatMap(([kind, ofKind]) => unreportedNotes(kind, ofKind)),
  ];
}

/** Kinds that are missing, with the reason: monitoring profiles and sources need a paid plan (docs/design/api.md#endpoints). */
export function refusedNotes(account: Account, { refused }: AccountLists): readonly string[] {
  return kindsInOrder
    .filter((kind) => refused.has(kind))
    .map((kind) => {
      const { plural } = kinds[kind];
      return account.knows(kind)
        ? `The service refuses the list of ${plural}: the account's plan may not include them.`
        : `Skipped ${plural}: ${unsupportedKindReason(kind)}.`;
    });
}

/** Sources for which the API does not return whether they are built in (docs/design/open-points.md#6). */
function unknownSources(candidates: readonly Candidate[]): readonly string[] {
  const count = candidates.filter(({ kind, object }) => kind === "source" && !("custom" in object)).length;
  if (count === 0) return [];
  return [
    `The API does not return whether ${countOf("source", count)} ${count === 1 ? "is" : "are"} the account's own. Remove those of its catalogue from the code, since they are read-only.`,
  ];
}

/** Types of contact that are known to need no args. */
const withoutArgs: readonly unknown[] = ["email", "sms"];

function missingArgs(candidates: readonly Candidate[]): readonly string[] {
  const count = candidates.filter(
    ({ kind, state }) => kind === "contact" && !withoutArgs.includes(state.type),
  ).length;
  if (count === 0) return [];
  return [
    `The API does not return the args of ${countOf("contact", count)}, which stay unchanged. To keep them when a contact is created again, set args_wo.`,
  ];
}

function unreportedNotes(kind: Kind, candidates: readonly Candidate[]): readonly string[] {
  return wireFields(resourceOf(kind).attributes).flatMap(({ name, attribute }) => {
    const count = candidates.filter((candidate) => isUnreported(candidate, name)).length;
    if (count === 0) return [];
    const what = `The API does not return ${name} of ${countOf(kind, count)}`;
    return attribute.parts.presence === "required"
      ? [
          `${what}: set the variable ${kind}_${name}. The first apply writes it, so the plan shows more than imports.`,
        ]
      : [`${what}. The code leaves it out, and it stays unchanged.`];
  });
}

/** Whether the API does not return an attribute that the object has. */
function isUnreported({ state, configuration }: Candidate, name: string): boolean {
  if (configuration[name] === unknown) return true;
  const isEntries = name === "entries" && state.sync_method === "use_my_selections";
  return (isEntries || ["tags", "custom_codes"].includes(name)) && (state[name] ?? null) === null;
}
