import type { Account } from "./account";
import type { MonitoringProfileObject, SourceObject } from "./objects";

/** The sources a profile checks: what was selected, or the catalogue as it is now. */
export function profileEntries(profile: MonitoringProfileObject, account: Account): readonly string[] {
  return profile.sync_method === "stay_in_sync" ? catalogue(account) : profile.entries;
}

/** Sources of the profile that are not paused: those a check asks. */
export function activeSources(profile: MonitoringProfileObject, account: Account): SourceObject[] {
  return profileEntries(profile, account)
    .flatMap((sid) => account.get("source", sid) ?? [])
    .filter((source) => !source.paused);
}

/** The built-in sources that are not paused, which a profile in sync follows. */
export function catalogue(account: Account): string[] {
  return account
    .objects("source")
    .filter((source) => !source.custom && !source.paused)
    .map((source) => source.id);
}
