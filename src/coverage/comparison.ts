import { frequencies } from "../service/enumerations";
import { isSid } from "../service/sids";
import type { Coverage, CoveredObject } from "./coverage";
import type { Watch } from "./watching";

/** What becomes worse between two states of an account. */
export type Losses = ReturnType<typeof lossesBetween>;

/**
 * Compares the coverage of an account before and after a change.
 * @param replaced the SIDs of objects by the ids of those that replace them
 */
export function lossesBetween(before: Coverage, after: Coverage, replaced: ReadonlyMap<string, string>) {
  const byId = new Map([...before.objects, ...before.profiles].map((object) => [object.id, object]));
  const byKey = new Map(before.objects.map((object) => [keyOf(object), object]));
  const used = new Set(after.objects.map(({ profile }) => profile));
  const possible = after.profiles.filter(({ id }) => byId.has(id) && !used.has(id));
  const compared = [...after.objects, ...possible].map((object) => {
    const was = byId.get(object.id) ?? byId.get(replaced.get(object.id) ?? "") ?? byKey.get(keyOf(object));
    return { before: was, after: object };
  });
  const mayReachNoOne = (id: string) => after.groups.get(id)?.contacts.unknown !== 0;
  const unreached = compared.filter(({ before: was, after: { reaches, groups = [] } }) => {
    if (reaches === "unknown") return was?.reaches === "yes" && groups.some(mayReachNoOne);
    // New contacts of new objects are still to be confirmed.
    const isAwaited = was === undefined && groups.every((id) => after.groups.get(id)?.isAwaited);
    return reaches === "no" && was?.reaches !== "no" && !isAwaited;
  });
  const lost = new Set(unreached.flatMap((pair) => pair.after.groups ?? []));
  const usedGroups = new Set(after.objects.flatMap(({ groups = [] }) => groups));
  return {
    /** Objects that exist and are not watched any more, and new ones that are not watched, unless they are declared as paused. */
    unwatched: compared.filter(({ before: was, after: { kind, id, watch } }) => {
      if (watch.watched !== "no") return false;
      // A new object may be declared as paused; what is known only by its SID exists.
      return was ? was.watch.watched !== "no" : watch.reason !== "paused" || isSid(kind, id);
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

function keyOf({ kind, key }: CoveredObject): string {
  return `${kind} ${key}`;
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
