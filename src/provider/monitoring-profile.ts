import { type PlanCall, Unknown, unknown } from "../terraform";
import type { Account } from "./account";
import { fieldsOf, objectId } from "./common-attributes";
import { defaultFlag } from "./managed/default-flag";
import { managedResource } from "./managed/resource";
import { field as wireField } from "./managed/wire";
import { described, moveBeforeDestroy } from "./text";

const field = fieldsOf("monitoring_profile");

const attributes = {
  id: objectId("monitoring_profile"),
  name: field("name", "Name of the profile."),
  frequency: field(
    "frequency",
    "How often hosts are checked.",
    "Only Ultimate accounts can choose. On other plans the service uses a fixed interval, which Terraform reports as a warning and not as drift.",
  )
    // Version 3.0 does not return it.
    .generatedAs("24_hours")
    .annotate(wireField("frequency", { servedDifferently: true })),
  entries: field(
    "entries",
    "SIDs of the sources to check, `RB…`.",
    'Setting this selects `sync_method = "use_my_selections"`. If omitted, the current selection is kept. Null while `sync_method` is `stay_in_sync`.',
  ).generatedIf(({ sync_method }) => sync_method === "use_my_selections"),
  sync_method: field(
    "sync_method",
    "Origin of the sources:\n- `stay_in_sync`: the service's catalogue, which changes over time\n- `use_my_selections`: the sources in `entries`",
    "Switching to `stay_in_sync` discards `entries`. If omitted: `use_my_selections` with `entries`; otherwise the current value is kept, and a new profile uses `stay_in_sync`.",
  )
    // `entries` imply it.
    .generatedIf(
      ({ sync_method, entries }) => sync_method === "use_my_selections" && (entries ?? null) === null,
    ),
  is_default: defaultFlag("monitoring_profile"),
};

/** Monitoring profiles (docs/design/api.md#monitoring-profile). */
export const monitoringProfile = managedResource({
  kind: "monitoring_profile",
  description: described(
    "Sets which sources hosts are checked against, and how often. Requires a paid plan.",
    moveBeforeDestroy,
  ),
  attributes,
  importKey: { description: "its name" },
  validate({ config, diagnostics }) {
    const { entries, sync_method: syncMethod } = config;
    // An unknown value may become null, such as a variable of a module.
    if (syncMethod !== "stay_in_sync" || entries === null || entries instanceof Unknown) return;
    diagnostics.error(
      "Conflicting arguments entries and sync_method",
      'A profile with stay_in_sync follows the service\'s catalogue and has no entries of its own. Remove entries, or set sync_method = "use_my_selections".',
      [{ attribute: "entries" }],
    );
  },
  plan: planSelection,
  observed({ state, objects }) {
    const syncMethod = objects[0]?.sync_method ?? state.sync_method;
    return syncMethod === "stay_in_sync" ? { entries: null } : {};
  },
});

/** Plans `entries` and `sync_method`: if one is omitted, the other determines it. */
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
