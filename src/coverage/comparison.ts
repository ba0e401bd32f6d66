import { addressAt, parseSubnet } from "../service/addresses";
import { frequencies } from "../service/enumerations";
import { isSid } from "../service/sids";
import { missingFrom } from "./addresses";
import type { Coverage, CoveredObject } from "./coverage";
import type { Watch } from "./watching";

/** What becomes worse between two states of an account. */
export type Losses = ReturnType<typeof lossesBetween>;

/**
 * Compares the coverage of an account before and after a change.
 * @param replaced the SIDs of objects by the ids of those in their place
 */
export function lossesBetween(before: Coverage, after: Coverage, replaced: ReadonlyMap<string, string>) {
  const byId = new Map([...before.objects, ...before.profiles].map((object) => [object.id, object]));
  const byKey = new Map(before.objects.map((object) => [keysOf(object)[0], object]));
  const missing = missingFrom(before.objects.map(({ key }) => key));
  const used = new Set(after.objects.map(({ profile }) => profile));
  const possible = after.profiles.filter(({ id }) => byId.has(id) && !used.has(id));
  const compared = [...after.objects, ...possible].map((object) => {
    const keys = keysOf(object);
    const same = byId.get(object.id) ?? keys.flatMap((key) => byKey.get(key) ?? [])[0];
    // An object in the place of one with other addresses is as new as one in no place, and so is a subnet with further ones.
    const isNew = same === undefined || (keys.length > 1 && missing([object.key]) > 0);
    return { before: same ?? byId.get(replaced.get(object.id) ?? ""), after: object, isNew };
  });
  const mayReachNoOne = (id: string) => after.groups.get(id)?.contacts.unknown !== 0;
  const unreached = compared.filter((pair) => {
    const { reaches, groups = [] } = pair.after;
    const was = pair.before?.reaches;
    if (reaches !== "no") return reaches === "unknown" && was === "yes" && groups.some(mayReachNoOne);
    if (!pair.isNew) return was !== "no";
    // New contacts of new objects are still to be confirmed.
    return was === "yes" || !groups.every((id) => after.groups.get(id)?.isAwaited);
  });
  const lost = new Set(unreached.flatMap((pair) => pair.after.groups ?? []));
  const usedGroups = new Set(after.objects.flatMap(({ groups = [] }) => groups));
  return {
    /** Objects that exist and are not watched any more, and new ones that are not watched, unless they are declared as paused. */
    unwatched: compared.filter((pair) => {
      const { kind, id, watch } = pair.after;
      const was = pair.before?.watch.watched ?? "no";
      if (watch.watched !== "no" || was !== "no") return watch.watched === "no";
      // A new object may be declared as paused; what is known only by its SID exists.
      return pair.isNew && (watch.reason !== "paused" || (pair.before === undefined && isSid(kind, id)));
    }),
    /** Objects that are watched less closely, in words, and whether without the alert before the expiration. */
    weaker: compared
      .map((pair) => ({ ...pair, ...weaknessesOf(pair.before?.watch ?? expected, pair.after.watch) }))
      .filter(({ weaknesses }) => weaknesses.length > 0),
    /** Objects whose alerts reach no one any more, or may not, and new ones. */
    unreached,
    /** Groups that reach no one any more although no object loses its last one, and whether objects use them. */
    groups: [...after.groups.values()]
      .filter(({ id, reaches }) => reaches === "no" && losesLastContact(id, before) && !lost.has(id))
      .map((group) => ({ ...group, isUsed: usedGroups.has(group.id) })),
  };
}

/** Whether a group reaches someone before the change, so that it loses its last active contact if it then reaches no one. */
export function losesLastContact(id: string, { groups }: Coverage): boolean {
  return isSid("contact_group", id) && groups.get(id)?.reaches === "yes";
}

/** What identifies an object in both accounts. A new subnet has no members yet, and not all services have one at its first address. */
function keysOf({ kind, key, protocol }: CoveredObject): string[] {
  const subnet = parseSubnet(key);
  const members = subnet ? [0, Math.min(1, subnet.size - 1)].map((index) => addressAt(subnet, index)) : [];
  return [key, ...members].map((each) => [kind, each, protocol].join(" "));
}

const expiry = "alert_on_expiration";

/** With what a new object is compared: a certificate monitor that does not alert before the expiration is named. */
const expected: Watch = { watched: "unknown", alerts: [expiry] };

/** Compares two watches. One that is not watched has nothing to compare. */
function weaknessesOf(before: Watch, after: Watch) {
  const [from = "", to = ""] = [before.frequency, after.frequency];
  const isRarer = rarity(from) >= 0 && rarity(to) > rarity(from);
  const [had = 0, has = had] = [before.sources, after.sources];
  const lost = (before.alerts ?? []).filter((flag) => after.alerts?.includes(flag) === false);
  const [early = 0, late = early] = [before, after].map(
    ({ thresholds: days }) => days && Math.max(0, ...days),
  );
  const isLater = late < early && after.alerts?.includes(expiry) === true;
  const weaknesses = [
    isRarer && `checked with the frequency ${to} instead of ${from}`,
    has < had && `by ${has} ${has === 1 ? "source" : "sources"} instead of ${had}`,
    lost.length > 0 && `without ${new Intl.ListFormat("en-GB").format(lost)}`,
    isLater &&
      `the first alert comes ${late} ${late === 1 ? "day" : "days"} before the expiration instead of ${early}`,
  ];
  return {
    weaknesses: weaknesses.filter((text) => text !== false),
    isSilent: lost.includes(expiry),
  };
}

/** The place of a frequency in the table, from the most often; -1 for an unknown one. */
function rarity(frequency: string): number {
  return (frequencies as readonly string[]).indexOf(frequency);
}
