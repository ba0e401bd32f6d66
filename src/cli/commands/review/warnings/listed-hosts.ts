import type { OwnChange } from "../plan/own-changes";
import type { Warning } from "../report";
import type { Subject } from "./subject";

/** Hosts that are on a blocklist now, and that nobody would watch any more. */
export function listedHosts({ changes, facts }: Subject): Warning[] {
  const { listed } = facts;
  if (listed === undefined) return [];
  return leavingHosts(changes)
    .filter((change) => sidsOf(change).some((id) => listed.has(id)))
    .map(({ address, action }) => {
      const what =
        action === "update" ? "paused" : action === "replace" ? "replaced" : "removed from monitoring";
      const text = `It is listed on a blocklist at this moment, and about to be ${what}: nobody is told when it is delisted.`;
      return { kind: "listed_host", text, addresses: [address] };
    });
}

/** Hosts that are destroyed, replaced or paused. */
export function leavingHosts(changes: readonly OwnChange[]): OwnChange[] {
  return changes.filter(({ own, action, before, after }) => {
    if (own.type !== "host") return false;
    const isPaused = action === "update" && after?.paused === true && before?.paused !== true;
    return action === "destroy" || action === "replace" || isPaused;
  });
}

/** The SIDs of all hosts that the resource stands for. */
function sidsOf({ before }: OwnChange): string[] {
  const members = Array.isArray(before?.members) ? (before.members as { id?: unknown }[]) : [];
  return [before?.id, ...members.map((member) => member?.id)].filter((id) => typeof id === "string");
}
