import { canonicalSid } from "../../service/sids";
import { number, set, string } from "../../terraform";
import { monitoringProfile } from "../monitoring-profile";
import { sid } from "../shapes";
import { contains, equals, matches } from "./filters";
import { kindTable } from "./kind-table";

/** Monitoring profiles as data sources. */
export const monitoringProfileData = kindTable({
  kind: "monitoring_profile",
  managed: monitoringProfile,
  computed: {
    frequency: string().computed(
      "How often hosts are checked as the service has it, such as `24_hours`. Where the account's plan fixes that, it may be another than was asked for.",
    ),
    entries: set(sid("source")).computed(
      "SIDs of the sources that are checked, `RB…`, as the service tells them; of a profile that stays in sync, those of the catalogue now.",
    ),
    total_entries: number().computed("How many sources are checked, if the service tells it."),
    total_hosts: number().computed("How many hosts have the profile, if the service tells it."),
  },
  key: "name",
  filters: {
    name_pattern: matches("name"),
    frequency: equals("frequency"),
    sync_method: equals("sync_method"),
    source: contains("entries", canonicalSid),
    is_default: equals("is_default"),
  },
});
