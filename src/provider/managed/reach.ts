import type { CoveredAccount } from "../../coverage/account";
import { type CoveredGroup, groupsOf, reachOf } from "../../coverage/alerting";
import { watchedKinds } from "../../coverage/coverage";
import { groupText } from "../../coverage/words";
import { kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { Account, LinkedObject } from "../account";
import { type HowRead, objectsOf } from "./refusals";

/**
 * The contact groups of contacts and users, with whether their alerts reach someone.
 * @param pending the SID of a contact that counts as pending
 */
export async function groupsReached(
  account: Account,
  how: HowRead,
  { users = [], pending }: { readonly users?: readonly LinkedObject[]; readonly pending?: string },
): Promise<ReadonlyMap<string, CoveredGroup>> {
  let isWhole = true;
  const contacts = await objectsOf(account, "contact", how, () => {
    isWhole = false;
  });
  const shown = contacts.map((each) => (each.id === pending ? { ...each, status: "pending" } : each));
  const of = (wanted: string) =>
    wanted === "contact" ? shown : users.flatMap(({ kind, object }) => (kind === wanted ? [object] : []));
  return groupsOf({ of: of as CoveredAccount["of"], isWhole: () => isWhole });
}

/** Says how many of the users of a contact group have alerts that reach no one, or may not: empty if there are none. */
export async function silentUsers(account: Account, id: string, users: readonly LinkedObject[]) {
  const groups = await groupsReached(account, "readAllAgain", { users });
  const group = groups.get(id);
  if (group === undefined || group.reaches === "yes") return [];
  const silent = users.filter(
    ({ object }) => reachOf((object as ServiceObject<"host">).contact_group, groups) !== "yes",
  );
  const counts = watchedKinds.flatMap((kind) => {
    const count = silent.filter((user) => user.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? kinds[kind].title : kinds[kind].plural}`];
  });
  if (counts.length === 0) return [];
  const alerts = `alerts about ${counts.join(" and ")}`;
  return group.reaches === "no"
    ? [`It has ${groupText(group)} now: ${alerts} reach no one.`]
    : [`It may have no active contact now: ${alerts} may reach no one.`];
}
