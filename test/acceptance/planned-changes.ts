import { isDeepStrictEqual } from "node:util";
import type { ResourceChange, TerraformPlan } from "../shown-json";

/** A planned change: its actions (`update`, `delete,create`, …) and the attributes that differ or are not known yet. */
export interface PlannedChange {
  readonly actions: string;
  readonly attributes: readonly string[];
}

/** Everything that a plan would change, by address. What stays as it is, is left out. */
export function changesOf({ resource_changes = [] }: TerraformPlan): Record<string, PlannedChange> {
  const acting = resource_changes.filter(({ change }) => change.actions.join() !== "no-op");
  return Object.fromEntries(
    acting.map((resource) => [
      resource.address,
      { actions: resource.change.actions.join(), attributes: differing(resource) },
    ]),
  );
}

/** What a plan says was changed outside Terraform: attributes by address. */
export function driftOf({ resource_drift = [] }: TerraformPlan): Record<string, readonly string[]> {
  return Object.fromEntries(resource_drift.map((resource) => [resource.address, differing(resource)]));
}

function differing({ change }: ResourceChange): string[] {
  const { before, after } = change;
  const open = (change.after_unknown ?? {}) as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {}), ...Object.keys(open)]);
  return [...names]
    .filter((name) => isOpen(open[name]) || !isDeepStrictEqual(before?.[name], after?.[name]))
    .sort();
}

function isOpen(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(isOpen));
}
