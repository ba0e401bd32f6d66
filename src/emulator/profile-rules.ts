import type { Account } from "./account";
import type { AnyObject, Fields, MonitoringProfileObject, SourceObject } from "./objects";
import type { ChangeableSettings } from "./options";
import type { Service } from "./service";

/** Fields of a new profile: frequency by plan, entries by sync method (api-4.0, Monitoring profile; 3.0, rule 1). */
export function createFields(fields: Fields, { account, settings }: Service): Fields {
  return { ...fields, frequency: servedFrequency(fields.frequency, settings), ...selection(fields, account) };
}

/** Fields to change of a profile. */
export function updateFields(fields: Fields, object: AnyObject, { account, settings }: Service): Fields {
  const changes = { ...fields, ...selection(fields, account, object as MonitoringProfileObject) };
  if (!("frequency" in fields)) return changes;
  return { ...changes, frequency: servedFrequency(fields.frequency, settings) };
}

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

function selection(fields: Fields, account: Account, before?: MonitoringProfileObject): Fields {
  if (Array.isArray(fields.entries)) {
    return { entries: [...new Set(fields.entries)], sync_method: "use_my_selections" };
  }
  const leavesCatalogue =
    fields.sync_method === "use_my_selections" && before?.sync_method !== "use_my_selections";
  return leavesCatalogue ? { entries: catalogue(account) } : {};
}

function catalogue(account: Account): string[] {
  return account
    .objects("source")
    .filter((source) => !source.custom && !source.paused)
    .map((source) => source.id);
}

function servedFrequency(asked: unknown, settings: ChangeableSettings): unknown {
  const honoured = settings.plan === "ultimate" && settings.frequency !== "fixed";
  return honoured ? asked : settings.packageFrequency;
}
