import type { Account } from "../../../../provider/account";
import { wireFields } from "../../../../provider/managed/wire";
import { abbreviated } from "../../../../provider/text";
import { groupedBy } from "../../../../service/groups";
import { type Kind, kinds } from "../../../../service/kinds";
import { unsupportedKindReason } from "../../../../service/legacy/unsupported";
import { unknown } from "../../../../terraform";
import type { AccountLists } from "../../../account/lists";
import { resourceOf } from "../../../account/names";
import { counted, countedKind, linesOf } from "../../../output/text";
import { type Adoption, byKind, type Candidate, kindsInOrder, type LeftOut } from "../declaration";
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
    ...(others.length === 0 ? [] : [`The folder has other files, too: ${abbreviated(others)}.`]),
    ...leftOutLines(adoption.leftOut),
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

function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  return [...byKind(leftOut)].flatMap(([kind, ofKind]) => {
    const byReason = [...groupedBy(ofKind, ({ reason }) => reason)].sort(([a], [b]) => (a < b ? -1 : 1));
    return byReason.map(([reason, objects]) => {
      const labels = objects.map(({ id, label }) => `${plainLine(label)} (${id})`).sort();
      return `Skipped ${countedKind(kind, labels.length)}: ${abbreviated(labels)}. ${plainLine(reason, 400)}`;
    });
  });
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

/** Types of contact that are known to need no args. */
const withoutArgs: readonly unknown[] = ["email", "sms"];

/** Notes about what the API does not return of the adopted objects, in sentences. */
export function notesOf(candidates: readonly Candidate[]): readonly string[] {
  const note = (
    kind: Kind,
    isMeant: (candidate: Candidate) => boolean,
    text: (objects: string) => string,
  ) => {
    const { length } = candidates.filter((candidate) => candidate.kind === kind && isMeant(candidate));
    return length === 0 ? [] : [`The API does not return ${text(countedKind(kind, length))}`];
  };
  return [
    // docs/design/open-points.md#6
    ...note(
      "source",
      ({ object }) => !("custom" in object),
      (sources) => `which of ${sources} are built in. Remove those from the code, since they are read-only.`,
    ),
    ...note(
      "contact",
      ({ state }) => !withoutArgs.includes(state.type),
      (contacts) =>
        `the args of ${contacts}, which stay unchanged. To keep them when a contact is created again, set args_wo.`,
    ),
    ...kindsInOrder.flatMap((kind) =>
      wireFields(resourceOf(kind).attributes).flatMap(({ name, attribute }) => {
        const rest =
          attribute.parts.presence === "required"
            ? `: set the variable ${kind}_${name}. The first apply writes it, so the plan shows more than imports.`
            : ". The code leaves it out, and it stays unchanged.";
        return note(
          kind,
          (candidate) => isUnreported(candidate, name),
          (objects) => `${name} of ${objects}${rest}`,
        );
      }),
    ),
  ];
}

/** Whether the API does not return an attribute that the object has. */
function isUnreported({ state, configuration }: Candidate, name: string): boolean {
  if (configuration[name] === unknown) return true;
  const isEntries = name === "entries" && state.sync_method === "use_my_selections";
  return (isEntries || ["tags", "custom_codes"].includes(name)) && (state[name] ?? null) === null;
}
