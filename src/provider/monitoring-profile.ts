import { frequencies, syncMethods } from "../service/enumerations";
import { oneOf, type PlanCall, set, Unknown, unknown } from "../terraform";
import type { Account } from "./account";
import { defaultFlag, noteFlagMoved, planDefaultFlag, warnOfDefaultDestroyed } from "./default-flag";
import { byField } from "./managed/import-key";
import { managedResource } from "./managed/resource";
import { notSent, servedDifferently } from "./managed/wire";
import { label, sid } from "./shapes";

const attributes = {
  id: sid("monitoring_profile")
    .computed("SID of the monitoring profile, `RP…`.")
    .keepsPrior()
    .annotate(notSent),
  name: label().required("Name, 1 to 255 characters. A change renames the profile."),
  frequency: oneOf(frequencies)
    .required(
      "How often hosts are checked: `1_hour`, `2_hours`, `3_hours`, `6_hours`, `12_hours`, `24_hours`, `48_hours`, `weekly` or `2_weeks`. Honoured for Ultimate accounts; others are checked at the fixed interval of their package, which plans show as a warning and not as a change. A change applies to every host of the profile.",
    )
    .annotate(servedDifferently),
  entries: set(sid("source"))
    .optionalComputed(
      'SIDs of the sources to check, `RB…`. A change replaces them all. Setting them means `sync_method = "use_my_selections"`. Unset: as the service has them, and null while the profile stays in sync with the service\'s catalogue, which changes on its own.',
    )
    .keepsPrior()
    .generatedIf(({ sync_method }) => sync_method === "use_my_selections"),
  sync_method: oneOf(syncMethods)
    .optionalComputed(
      "Where the sources come from: `stay_in_sync` follows the service's catalogue, `use_my_selections` checks `entries`. A change to `stay_in_sync` gives the selection up. Unset: `use_my_selections` with `entries`, else as the service has it, which is `stay_in_sync` for a new profile.",
    )
    .keepsPrior()
    // Entries mean it.
    .generatedIf(
      ({ sync_method, entries }) => sync_method === "use_my_selections" && (entries ?? null) === null,
    ),
  is_default: defaultFlag("monitoring_profile"),
};

const planFlag = planDefaultFlag("monitoring_profile");
const noteFlag = noteFlagMoved("monitoring_profile");

/** Monitoring profiles (docs/design/api.md#monitoring-profile). */
export const monitoringProfile = managedResource({
  kind: "monitoring_profile",
  description: "Which sources hosts are checked against, and how often. Needs a paid plan.",
  attributes,
  importKey: byField("name", "its name"),
  validate({ config, diagnostics }) {
    const { entries, sync_method: syncMethod } = config;
    // What is unknown may turn out to be null, as a variable that a module passes on.
    if (syncMethod !== "stay_in_sync" || entries === null || entries instanceof Unknown) return;
    diagnostics.error(
      "entries and stay_in_sync exclude each other",
      'A profile that stays in sync follows the service\'s catalogue, so it has no entries of its own. Remove entries, or set sync_method = "use_my_selections".',
      [{ attribute: "entries" }],
    );
  },
  plan(call) {
    planFlag(call);
    planSelection(call);
  },
  planDestroy: warnOfDefaultDestroyed("monitoring_profile"),
  async observed(call) {
    await noteFlag(call);
    const { state, objects } = call;
    const syncMethod = objects[0]?.sync_method ?? state.sync_method;
    return syncMethod === "stay_in_sync" ? { entries: null } : {};
  },
});

/** Plans what the specification says of entries and sync_method: each decides the other where it is left out. */
function planSelection({ config, prior, plan }: PlanCall<typeof attributes, Account>): void {
  if (config.sync_method === null) {
    if (config.entries !== null) plan.sync_method = "use_my_selections";
    else if (prior === null) plan.sync_method = "stay_in_sync";
  }
  if (config.entries !== null) return;
  if (plan.sync_method === "stay_in_sync") plan.entries = null;
  else if (plan.sync_method instanceof Unknown || prior?.sync_method === "stay_in_sync")
    plan.entries = unknown;
}
