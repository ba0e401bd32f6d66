import { kindNames, kinds } from "../../../../service/kinds";
import { sidsIn } from "../../../account/names";
import { counted } from "../../../output/text";
import { hasHistory, type OwnChange } from "../../../plan/own-changes";
import type { Subject } from "../facts";
import type { Warning } from "../report";

/** A new object in the place of another has none of its history. */
export function historyLost({ changes }: Subject): Warning[] {
  return kindNames.filter(hasHistory).flatMap((kind): Warning[] => {
    const replaced = changes.filter(({ own, action }) => own.type === kind && action === "replace");
    if (replaced.length === 0) return [];
    const { title, plural } = kinds[kind];
    const text =
      replaced.length === 1
        ? `A ${title} is replaced: it loses its history, and its SID changes.`
        : `${replaced.length} ${plural} are replaced: they lose their history, and their SIDs change.`;
    return [{ kind: "history_lost", text, addresses: addressesOf(replaced) }];
  });
}

/** Whoever is behind a contact is not notified any more. */
export function contactsDestroyed({ changes }: Subject): Warning[] {
  const gone = changes.filter(({ own, action }) => own.type === "contact" && action === "destroy");
  if (gone.length === 0) return [];
  const text = `${counted(gone.length, "contact is", "contacts are")} destroyed and will not be notified. A new contact must be confirmed again.`;
  return [{ kind: "contact_destroyed", text, addresses: addressesOf(gone) }];
}

/** Most of a kind goes: more often a wrong workspace or a renamed module than an intention. */
export function manyDestroyed({ changes, world }: Subject): Warning[] {
  return kindNames.flatMap((kind): Warning[] => {
    const all = world.before.filter((one) => one.kind === kind).length;
    const gone = changes.filter(({ own, action }) => own.type === kind && action === "destroy");
    if (gone.length < 2 || gone.length * 2 <= all) return [];
    const text = `${gone.length} of ${all} ${kinds[kind].plural} are destroyed. Is this intended?`;
    return [{ kind: "many_destroyed", text, addresses: addressesOf(gone) }];
  });
}

function addressesOf(changes: readonly OwnChange[]): string[] {
  return changes.map(({ address }) => address);
}

/** Hosts that are on a blocklist now, and that would not be monitored any more. */
export function listedHosts({ changes, facts }: Subject): Warning[] {
  const { listed } = facts;
  if (listed === undefined) return [];
  return unmonitoredHosts(changes)
    .filter((change) => sidsIn(change.before ?? {}).some((id) => listed.has(id)))
    .map(({ address, action }) => {
      const what =
        action === "update" ? "paused" : action === "replace" ? "replaced" : "removed from monitoring";
      const text = `It is on a blocklist now, and will be ${what}: no one is notified when it is delisted.`;
      return { kind: "listed_host", text, addresses: [address] };
    });
}

/** Hosts that are destroyed, replaced or paused. */
export function unmonitoredHosts(changes: readonly OwnChange[]): OwnChange[] {
  return changes.filter(({ own, action, before, after }) => {
    if (own.type !== "host") return false;
    const isPaused = action === "update" && after?.paused === true && before?.paused !== true;
    return action === "destroy" || action === "replace" || isPaused;
  });
}

/** The account's default of a kind changes: another object takes the flag, or the one that has it goes. */
export function defaultsChanged({ changes, world }: Subject): Warning[] {
  return changes.flatMap((change) => {
    const { object } = change.own;
    if (object === undefined || !("is_default" in object.attributes)) return [];
    const { title } = kinds[object.kind];
    const had = change.before?.is_default === true;
    const has = change.after?.is_default === true;
    if (has && (!had || change.action === "replace")) {
      const before = world.before.find(
        (one) => one.kind === object.kind && one.values.is_default === true && one.address !== change.address,
      );
      const loser =
        before === undefined ? "The current default loses the flag." : `${before.address} loses the flag.`;
      return [warning(change, `It becomes the account's default ${title}. ${loser}`)];
    }
    const isGone = change.action === "destroy" || change.action === "replace";
    if (!had || !isGone) return [];
    return [
      warning(
        change,
        object.kind === "certificate_profile"
          ? `It is the account's default ${title}, which the service refuses to delete.`
          : `It is the account's default ${title}: the service then selects another default at random.`,
      ),
    ];
  });
}

function warning({ address }: OwnChange, text: string): Warning {
  return { kind: "default_changed", text, addresses: [address] };
}
