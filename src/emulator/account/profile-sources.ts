import type { Account } from "./account";
import type { MonitoringProfileObject, SourceObject } from "./objects";

/** The sources of a profile: its selection, or the current catalogue. */
export function profileEntries(profile: MonitoringProfileObject, account: Account): readonly string[] {
  return profile.sync_method === "stay_in_sync" ? catalogue(account) : profile.entries;
}

/** The active sources of a profile, which a check queries. */
export function activeSources(profile: MonitoringProfileObject, account: Account): SourceObject[] {
  return profileEntries(profile, account)
    .flatMap((sid) => account.get("source", sid) ?? [])
    .filter((source) => !source.paused);
}

/** The active built-in sources, which a profile with `stay_in_sync` uses. */
export function catalogue(account: Account): string[] {
  return account
    .objects("source")
    .filter((source) => !source.custom && !source.paused)
    .map((source) => source.id);
}
