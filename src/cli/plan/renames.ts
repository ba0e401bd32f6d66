import type { CoveredAccount } from "../../coverage/account";
import { keyRuleOf } from "../../provider/managed/identity/natural-key";
import { references } from "../../service/fields";
import { groupedBy } from "../../service/groups";
import { kindNames } from "../../service/kinds";
import type { Action, Facts, OwnChange } from "./changes";
import { parentOf, partsOfAddress, withoutKeys } from "./configured";

/** The ids of the objects that use others, by the ids of these. */
export function usersIn(account: CoveredAccount) {
  return usesIn(account, "used", "user");
}

function usesIn(account: CoveredAccount, by: "used" | "user", of: "used" | "user") {
  const uses = kindNames.flatMap((kind) =>
    account.of(kind).flatMap((object) => {
      const used = Object.keys(references[kind]).flatMap(
        (field) => (object as unknown as Facts)[field] ?? [],
      );
      return used.map((id) => ({ used: String(id), user: object.id }));
    }),
  );
  const groups = groupedBy(uses, (use) => use[by]);
  return new Map([...groups].map(([id, some]) => [id, new Set(some.map((use) => use[of]))]));
}

/**
 * The addresses of created objects by those of destroyed ones that are the same to people, declared elsewhere without a moved
 * block: they have the same key, or the users of the one that are renamed then use the other, or were renamed in the same way.
 */
export function renamesIn(changes: readonly OwnChange[], before: CoveredAccount, after: CoveredAccount) {
  // No moved block leads to another account.
  const identityOf = ({ own: { object, type }, provider }: OwnChange, facts: Facts | null) =>
    object && `${provider} ${type} ${keyRuleOf(object).rough(facts ?? {})}`;
  const of = (wanted: Action) => changes.filter(({ action }) => action === wanted);
  const [destroyed, created] = [of("destroy"), of("create")];
  const byIdentity = groupedBy(created, (change) => identityOf(change, change.after));
  const renames = new Map<string, string>();
  for (const change of destroyed) {
    const { own, address, before } = change;
    const same = (byIdentity.get(identityOf(change, before)) ?? []).find(
      ({ after }) => own.object && keyRuleOf(own.object).compare(after ?? {}, before ?? {}) === "same",
    );
    if (same) renames.set(address, same.address);
  }
  const addresses = new Map(changes.flatMap(({ address, ids }) => ids.map((id) => [id, address] as const)));
  const [users, usedAfter] = [usersIn(before), usesIn(after, "user", "used")];
  const createdAt = new Map(created.map((change) => [change.address, change]));
  for (const { own, provider, address, ids } of destroyed.filter((change) => !renames.has(change.address))) {
    const successors = [...(users.get(String(ids[0])) ?? [])].flatMap((user) => {
      const from = addresses.get(user) ?? "";
      const to = renames.get(from);
      return to === undefined ? [] : [new Set([...(usedAfter.get(to) ?? []), likewise(address, from, to)])];
    });
    // All renamed users lead to the successor.
    const [next, ...more] = [...(successors[0] ?? [])].flatMap((id) => {
      const other = successors.every((some) => some.has(id)) ? createdAt.get(id) : undefined;
      return other?.own.type === own.type && other.provider === provider ? [other] : [];
    });
    if (next && more.length === 0) renames.set(address, next.address);
  }
  return renames;
}

/** The address that has the keys of a renamed one where it had those of its former address. */
function likewise(address: string, from: string, to: string): string {
  const [former, next] = [partsOfAddress(from), partsOfAddress(to)];
  const { resource, key } = partsOfAddress(address.replace(former.module, next.module));
  return resource + (key === former.key ? next.key : key);
}

/** The moved blocks that keep renamed objects, as in `a to b`: one for a module with another key that holds nothing else. */
export function movesFor(renames: ReadonlyMap<string, string>, changes: readonly OwnChange[]): string[] {
  const without = (wanted: Action) =>
    new Set(changes.flatMap(({ address, action }) => (action === wanted ? [] : modulesOf(address))));
  const [remaining, occupied] = [without("destroy"), without("create")];
  const moves = [...renames].map(([from, to]) => {
    const [old, next] = [partsOfAddress(from).module, partsOfAddress(to).module];
    const isAlike = old !== next && withoutKeys(old) === withoutKeys(next);
    const isWhole =
      from.slice(old.length) === to.slice(next.length) && !remaining.has(old) && !occupied.has(next);
    return isAlike && isWhole ? `${old.slice(0, -1)} to ${next.slice(0, -1)}` : `${from} to ${to}`;
  });
  return [...new Set(moves)];
}

/** The prefixes of the modules around an object. */
function modulesOf(address: string): string[] {
  const { module } = partsOfAddress(address);
  return module === "" ? [] : [module, ...modulesOf(parentOf(module))];
}
