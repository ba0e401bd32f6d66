import { frequencies } from "../service/enumerations";
import { isSid } from "../service/sids";
import type { Coverage, CoveredObject } from "./coverage";
import type { Watch } from "./watching";

/** An object, and what it was before. */
export interface Compared {
  readonly before: CoveredObject | undefined;
  readonly after: CoveredObject;
}

/** How an object is watched less closely: `from` one value `to` another, or without some alerts. */
export type Weakness =
  | { readonly what: "frequency"; readonly from: string; readonly to: string }
  | { readonly what: "sources" | "thresholds"; readonly from: number; readonly to: number }
  | { readonly what: "alerts"; readonly lost: readonly string[] };

/** What becomes worse between two states of an account. */
export interface Losses {
  /** Objects that exist and are not watched any more, and new ones that are not watched, unless they are declared as paused. */
  readonly unwatched: readonly Compared[];
  readonly weaker: readonly (Compared & { readonly weaknesses: readonly Weakness[] })[];
  /** Objects whose alerts reach no one any more, or may not, and new ones. */
  readonly unreached: readonly Compared[];
}

/**
 * Compares the coverage of an account before and after a change.
 * @param replaced the SIDs of objects by the ids of those that replace them
 */
export function lossesBetween(
  before: Coverage,
  after: Coverage,
  replaced: ReadonlyMap<string, string>,
): Losses {
  const byId = new Map(before.objects.map((object) => [object.id, object]));
  const byKey = new Map(before.objects.map((object) => [keyOf(object), object]));
  const compared = after.objects.map((object) => {
    const was = byId.get(object.id) ?? byId.get(replaced.get(object.id) ?? "") ?? byKey.get(keyOf(object));
    return { before: was, after: object };
  });
  const mayReachNoOne = ({ groups = [] }: CoveredObject) =>
    groups.some((id) => (after.groups.get(id)?.contacts.unknown ?? 0) > 0);
  return {
    unwatched: compared.filter(({ before: was, after: { kind, id, watch } }) => {
      if (watch.watched !== "no") return false;
      // A new object may be declared as paused; what is known only by its SID exists.
      return was ? was.watch.watched !== "no" : watch.reason !== "paused" || isSid(kind, id);
    }),
    weaker: compared.flatMap((pair) => {
      const weaknesses = pair.before
        ? weaknessesOf(pair.before.watch, pair.after.watch)
        : silence(pair.after.watch);
      return weaknesses.length === 0 ? [] : [{ ...pair, weaknesses }];
    }),
    unreached: compared.filter(({ before: was, after: object }) =>
      object.reaches === "unknown"
        ? was?.reaches === "yes" && mayReachNoOne(object)
        : object.reaches === "no" && was?.reaches !== "no",
    ),
  };
}

function keyOf({ kind, key }: CoveredObject): string {
  return `${kind} ${key}`;
}

function weaknessesOf(before: Watch, after: Watch): Weakness[] {
  if (before.watched === "no" || after.watched === "no") return [];
  const weaknesses: Weakness[] = [];
  const [from = "", to = ""] = [before.frequency, after.frequency];
  if (rarity(from) >= 0 && rarity(to) > rarity(from)) weaknesses.push({ what: "frequency", from, to });
  const [had = 0, has = had] = [before.sources, after.sources];
  if (has < had) weaknesses.push({ what: "sources", from: had, to: has });
  const lost = (before.alerts ?? []).filter((flag) => after.alerts?.includes(flag) === false);
  if (lost.length > 0) weaknesses.push({ what: "alerts", lost });
  const [early, late] = [before.thresholds, after.thresholds].map((days) => days && Math.max(0, ...days));
  if (
    early !== undefined &&
    late !== undefined &&
    late < early &&
    after.alerts?.includes("alert_on_expiration")
  )
    weaknesses.push({ what: "thresholds", from: early, to: late });
  return weaknesses;
}

/** A new monitor that causes no alert before the expiration. */
function silence({ alerts }: Watch): Weakness[] {
  return alerts?.includes("alert_on_expiration") === false
    ? [{ what: "alerts", lost: ["alert_on_expiration"] }]
    : [];
}

/** The place of a frequency in the table, from the most often; -1 for an unknown one. */
function rarity(frequency: string): number {
  return (frequencies as readonly string[]).indexOf(frequency);
}
