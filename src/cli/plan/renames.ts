import type { CoveredAccount } from "../../coverage/account";
import { keyRuleOf } from "../../provider/managed/identity/natural-key";
import { references } from "../../service/fields";
import { groupedBy } from "../../service/groups";
import { kindNames } from "../../service/kinds";
import type { Action, Facts, OwnChange } from "./changes";
import { moduleOf, parentOf, withoutKeys } from "./configured";

/** The ids of the objects that use others, by the ids of these. */
export function usersIn(account: CoveredAccount): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = kindNames.flatMap((kind) =>
    account.of(kind).flatMap((object) => {
      const used = Object.keys(references[kind]).flatMap(
        (field) => (object as unknown as Facts)[field] ?? [],
      );
      return used.map((id) => ({ id, user: object.id }));
    }),
  );
  const byId = groupedBy(uses, ({ id }): unknown => id);
  return new Map([...byId].map(([id, some]) => [String(id), new Set(some.map(({ user }) => user))]));
}

/**
 * The addresses of created objects by those of destroyed ones that are the same to people, declared elsewhere without a moved
 * block: they have the same key, or all users of the one, some of them renamed, then use the other.
 */
export function renamesIn(
  changes: readonly OwnChange[],
  before: CoveredAccount,
  after: CoveredAccount,
): ReadonlyMap<string, string> {
  const keyOf = ({ own: { object, type } }: OwnChange, facts: Facts | null) =>
    object && `${type} ${keyRuleOf(object).rough(facts ?? {})}`;
  const of = (wanted: Action) => changes.filter(({ action }) => action === wanted);
  const [destroyed, created] = [of("destroy"), of("create")];
  const byKey = groupedBy(created, (change) => keyOf(change, change.after));
  const renames = new Map<string, string>();
  for (const change of destroyed) {
    const { own, address, before } = change;
    const same = (byKey.get(keyOf(change, before)) ?? []).find(
      ({ after }) => own.object && keyRuleOf(own.object).compare(after ?? {}, before ?? {}) === "same",
    );
    if (same) renames.set(address, same.address);
  }
  const addresses = new Map(changes.flatMap(({ address, ids }) => ids.map((id) => [id, address] as const)));
  const [users, usersAfter] = [usersIn(before), usersIn(after)];
  const renamed = new Set(renames.values());
  const stays = new Set(kindNames.flatMap((kind) => after.of(kind).map(({ id }) => id)));
  for (const { own, address, ids } of destroyed.filter((change) => !renames.has(change.address))) {
    const remaining = [...(users.get(String(ids[0])) ?? [])].flatMap((user) => {
      const declared = addresses.get(user) ?? user;
      return [user, declared, renames.get(declared) ?? declared].find((id) => stays.has(id)) ?? [];
    });
    const isOfRenamed = remaining.some((id) => renamed.has(id));
    const isNext = (other: OwnChange) =>
      other.own.type === own.type && remaining.every((id) => usersAfter.get(other.address)?.has(id));
    const [next, ...more] = isOfRenamed ? created.filter(isNext) : [];
    if (next && more.length === 0) renames.set(address, next.address);
  }
  return renames;
}

/** The moved blocks that keep renamed objects, as in `a to b`: one for a module with another key that holds nothing else. */
export function movesFor(renames: ReadonlyMap<string, string>, changes: readonly OwnChange[]): string[] {
  const without = (wanted: Action) =>
    new Set(changes.flatMap(({ address, action }) => (action === wanted ? [] : modulesOf(address))));
  const [remaining, occupied] = [without("destroy"), without("create")];
  const moves = [...renames].map(([from, to]) => {
    const [old, next] = [moduleOf(from), moduleOf(to)];
    const isAlike = old !== next && withoutKeys(old) === withoutKeys(next);
    const isWhole =
      from.slice(old.length) === to.slice(next.length) && !remaining.has(old) && !occupied.has(next);
    return isAlike && isWhole ? `${old.slice(0, -1)} to ${next.slice(0, -1)}` : `${from} to ${to}`;
  });
  return [...new Set(moves)];
}

/** The prefixes of the modules around an object. */
function modulesOf(address: string): string[] {
  const module = moduleOf(address);
  return module === "" ? [] : [module, ...modulesOf(parentOf(module))];
}
