import { conditional, type IAspect, type IResolvable } from "cdktf";
import { resourceOf } from "./monitored-kinds";

/** What can be paused: checks of hosts, checks of certificates, notifications to contacts, or a source in all checks. */
export type PausableKind = "host" | "certificate_monitor" | "contact" | "source";

/** When to pause, and what. */
export interface PauseAllOptions {
  /** Whether to pause. May be a token, such as `maintenance.booleanValue` of a variable. Default: `true`. */
  readonly when?: boolean | IResolvable;
  /** What to pause. Default: hosts and certificate monitors. */
  readonly kinds?: readonly PausableKind[];
}

/**
 * An aspect for maintenance that pauses what a scope monitors: `Aspects.of(stack).add(pauseAll())`. Without it, or when
 * `when` is false, everything is paused or active as it is declared.
 */
export function pauseAll({
  when = true,
  kinds = ["host", "certificate_monitor"],
}: PauseAllOptions = {}): IAspect {
  const types = kinds.map((kind) => `rblmonitor_${kind}` as const);
  return {
    visit(construct) {
      const resource = when === false ? undefined : resourceOf(types, construct);
      if (resource === undefined) return;
      resource.paused = when === true ? true : conditional(when, true, resource.pausedInput ?? false);
    },
  };
}
