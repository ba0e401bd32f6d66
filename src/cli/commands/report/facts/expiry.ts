import type { AccountLists } from "../../../account/lists";
import { type ExpiryLane, plottedDays, sizeOf } from "../report";

/** The certificates of each profile by the days until they expire, the profile with the most monitors first. */
export function expiryOf(lists: AccountLists): ExpiryLane[] | null {
  if (!lists.has("certificate_monitor")) return null;
  const thresholds = new Map(
    lists.of("certificate_profile").map(({ id, expiration_thresholds: days }) => [id, days ?? []]),
  );
  const byProfile = new Map<string | null, Lane>();
  for (const { profile = null, hostname, id, expiry_days: days } of lists.of("certificate_monitor")) {
    const lane = byProfile.get(profile) ?? { monitors: [], later: 0, unknown: 0 };
    byProfile.set(profile, lane);
    if (days === undefined) lane.unknown += 1;
    else if (days > plottedDays) lane.later += 1;
    else lane.monitors.push({ hostname: hostname ?? id, days });
  }
  return [...byProfile]
    .map(([profile, { monitors, later, unknown }]) => ({
      profile,
      thresholds: [...(thresholds.get(profile ?? "") ?? [])].map(Number).sort((a, b) => b - a),
      monitors: monitors.sort((a, b) => a.days - b.days),
      ...{ later, unknown },
    }))
    .sort((a, b) => sizeOf(b) - sizeOf(a));
}

interface Lane {
  readonly monitors: { hostname: string; days: number }[];
  later: number;
  unknown: number;
}
