import { groupedBy } from "../../../../service/groups";
import type { AccountLists } from "../../../account/lists";
import { type ExpiryLane, plottedDays, sizeOf } from "../report";

/** The certificates of each profile by the days until they expire, the profile with the most monitors first. */
export function expiryOf(lists: AccountLists): ExpiryLane[] | null {
  if (!lists.has("certificate_monitor")) return null;
  const thresholds = new Map(
    lists.of("certificate_profile").map(({ id, expiration_thresholds: days }) => [id, days ?? []]),
  );
  const byProfile = groupedBy(lists.of("certificate_monitor"), ({ profile = null }) => profile);
  return [...byProfile]
    .map(([profile, all]) => {
      const known = all.flatMap(({ hostname, id, expiry_days: days }) =>
        days === undefined ? [] : [{ hostname: hostname ?? id, days }],
      );
      const monitors = known.filter(({ days }) => days <= plottedDays).sort((a, b) => a.days - b.days);
      return {
        profile,
        thresholds: [...(thresholds.get(profile ?? "") ?? [])].map(Number).sort((a, b) => b - a),
        ...{ monitors, later: known.length - monitors.length, unknown: all.length - known.length },
      };
    })
    .sort((a, b) => sizeOf(b) - sizeOf(a));
}
