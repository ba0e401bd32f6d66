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
      "Effective check frequency, such as `24_hours`. It may differ from the configured value if the account's plan fixes it.",
    ),
    entries: set(sid("source")).computed(
      "SIDs of the sources that are checked, `RB…`. For a profile with `stay_in_sync`: the current sources of the catalogue.",
    ),
    total_entries: number().computed(
      "Number of sources that are checked. Null if the API does not return it.",
    ),
    total_hosts: number().computed("Number of hosts with the profile. Null if the API does not return it."),
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
