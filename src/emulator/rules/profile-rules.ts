import type { Account } from "../account/account";
import type { AnyObject, Fields, MonitoringProfileObject } from "../account/objects";
import { catalogue } from "../account/profile-sources";
import type { ChangeableSettings } from "../options";
import type { Service } from "../service";

/**
 * Fields of a new or changed profile: frequency by plan, entries by sync method (docs/design/api.md#monitoring-profile;
 * docs/design/api-3.0.md#rules (1)).
 */
export function profileFields(fields: Fields, { account, settings }: Service, before?: AnyObject): Fields {
  const changes = { ...fields, ...selection(fields, account, before as MonitoringProfileObject | undefined) };
  if (!("frequency" in fields)) return changes;
  return { ...changes, frequency: servedFrequency(fields.frequency, settings) };
}

function selection(fields: Fields, account: Account, before?: MonitoringProfileObject): Fields {
  if (Array.isArray(fields.entries)) {
    return { entries: [...new Set(fields.entries)], sync_method: "use_my_selections" };
  }
  const leavesCatalogue =
    fields.sync_method === "use_my_selections" && before?.sync_method !== "use_my_selections";
  return leavesCatalogue ? { entries: catalogue(account) } : {};
}

function servedFrequency(requested: unknown, settings: ChangeableSettings): unknown {
  const honoured = settings.plan === "ultimate" && settings.frequency !== "fixed";
  return honoured ? requested : settings.packageFrequency;
}
