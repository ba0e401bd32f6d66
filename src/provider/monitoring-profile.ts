import { type PlanCall, Unknown, unknown } from "../terraform";
import type { Account } from "./account";
import { attributesOf } from "./common-attributes";
import { managedResource } from "./managed/resource";
import { described, moveBeforeDestroy } from "./text";

const fields = attributesOf("monitoring_profile");

const attributes = {
  ...fields,
  // Version 3.0 does not return it.
  frequency: fields.frequency.generatedAs("24_hours"),
  entries: fields.entries.generatedIf(({ sync_method }) => sync_method === "use_my_selections"),
  // `entries` imply it.
  sync_method: fields.sync_method.generatedIf(
    ({ sync_method, entries }) => sync_method === "use_my_selections" && (entries ?? null) === null,
  ),
};

/** Monitoring profiles (docs/design/api.md#monitoring-profile). */
export const monitoringProfile = managedResource({
  kind: "monitoring_profile",
  description: described(
    "Sets which sources hosts are checked against, and how often. Requires a paid plan.",
    moveBeforeDestroy,
  ),
  attributes,
  key: { description: "its name" },
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
