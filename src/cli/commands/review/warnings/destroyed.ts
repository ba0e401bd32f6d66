import { kinds } from "../../../../service/kinds";
import { kindNames } from "../../../account/kinds";
import { counted } from "../../../output/words";
import { hasHistory } from "../plan/object-type";
import type { OwnChange } from "../plan/own-changes";
import type { Warning } from "../report";
import type { Subject } from "./subject";

/** A new object in the place of another has none of its history. */
export function historyLost({ changes }: Subject): Warning[] {
  return kindNames.filter(hasHistory).flatMap((kind): Warning[] => {
    const replaced = changes.filter(({ own, action }) => own.type === kind && action === "replace");
    if (replaced.length === 0) return [];
    const { title, plural } = kinds[kind];
    const text =
      replaced.length === 1
        ? `A ${title} is replaced: what the service has recorded of it so far is lost, and its SID changes.`
        : `${replaced.length} ${plural} are replaced: what the service has recorded of them so far is lost, and their SIDs change.`;
    return [{ kind: "history_lost", text, addresses: addressesOf(replaced) }];
  });
}

/** Whoever is behind a contact is not notified any more. */
export function contactsDestroyed({ changes }: Subject): Warning[] {
  const gone = changes.filter(({ own, action }) => own.type === "contact" && action === "destroy");
  if (gone.length === 0) return [];
  const are = gone.length === 1 ? "is" : "are";
  const text = `${counted(gone.length, "contact")} ${are} destroyed, and notified of nothing any more. To bring one back, it has to be confirmed anew.`;
  return [{ kind: "contact_destroyed", text, addresses: addressesOf(gone) }];
}

/** Most of a kind goes: more often a wrong workspace or a renamed module than an intention. */
export function manyDestroyed({ changes, world }: Subject): Warning[] {
  return kindNames.flatMap((kind): Warning[] => {
    const all = world.before.filter((one) => one.kind === kind).length;
    const gone = changes.filter(({ own, action }) => own.type === kind && action === "destroy");
    if (gone.length < 2 || gone.length * 2 <= all) return [];
    const text = `${gone.length} of ${all} ${kinds[kind].plural} are destroyed. Is that meant?`;
    return [{ kind: "many_destroyed", text, addresses: addressesOf(gone) }];
  });
}

function addressesOf(changes: readonly OwnChange[]): string[] {
  return changes.map(({ address }) => address);
}
