import type { Account } from "../../../provider/account";
import { wireFields } from "../../../provider/managed/wire";
import { type Kind, kinds } from "../../../service/kinds";
import { lackingKind } from "../../../service/legacy/lacking";
import type { AccountLists } from "../../account/lists";
import type { Candidate } from "./configuration";
import { kindsInOrder } from "./declaration";
import { counted, tableOf } from "./tables";

/** What people should know of an adoption beside the code, in sentences. */
export function notesOf(candidates: readonly Candidate[]): readonly string[] {
  return [
    ...unknownSources(candidates),
    ...kindsInOrder.flatMap((kind) =>
      untoldNotes(
        kind,
        candidates.filter((candidate) => candidate.kind === kind),
      ),
    ),
  ];
}

/** Why kinds are missing: monitoring profiles and sources need a paid plan (api-4.0, Endpoints). */
export function refusedNotes(account: Account, { refused }: AccountLists): readonly string[] {
  return kindsInOrder
    .filter((kind) => refused.has(kind))
    .map((kind) => {
      const { plural } = kinds[kind];
      return account.knows(kind)
        ? `The service forbids to list ${plural}: they may not be part of the account's plan.`
        : `The ${plural} are left out: ${lackingKind(kind)}.`;
    });
}

/** Sources of which the service does not say whether they are the account's own (gaps 6). */
function unknownSources(candidates: readonly Candidate[]): readonly string[] {
  const count = candidates.filter(({ kind, object }) => kind === "source" && !("custom" in object)).length;
  if (count === 0) return [];
  return [
    `The service does not tell whether ${counted("source", count)} ${count === 1 ? "is" : "are"} the account's own. Remove those of its catalogue from the code, since they are read-only.`,
  ];
}

function untoldNotes(kind: Kind, candidates: readonly Candidate[]): readonly string[] {
  return wireFields(tableOf(kind).managed.attributes).flatMap(({ name, attribute }) => {
    const count = candidates.filter((candidate) => isUntold(candidate, name)).length;
    if (count === 0) return [];
    const what = `The service does not tell ${name} of ${counted(kind, count)}`;
    return attribute.parts.presence === "required"
      ? [
          `${what}: set the variable ${kind}_${name}. The first apply writes it, so the plan shows more than imports.`,
        ]
      : [`${what}. The code is silent about it, and it stays as it is.`];
  });
}

/** Whether an attribute that the object has by itself is not told. */
function isUntold({ state, configuration }: Candidate, name: string): boolean {
  if (configuration.notTold.includes(name)) return true;
  const isEntries = name === "entries" && state.sync_method === "use_my_selections";
  return (isEntries || ["tags", "custom_codes"].includes(name)) && (state[name] ?? null) === null;
}
