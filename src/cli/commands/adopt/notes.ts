import type { Account } from "../../../provider/account";
import { wireFields } from "../../../provider/managed/wire";
import { type Kind, kinds } from "../../../service/kinds";
import { unsupportedKindReason } from "../../../service/legacy/unsupported";
import { unknown } from "../../../terraform";
import type { AccountLists } from "../../account/lists";
import { resourceOf } from "../../account/names";
import { countedKind } from "../../output/text";
import { type Candidate, kindsInOrder } from "./declaration";

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
