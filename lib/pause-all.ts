import { conditional, type IAspect, type IResolvable } from "cdktf";
import { resourceAspect } from "./resource-aspect";

/** The kinds that can be paused. */
export type PausableKind = "host" | "certificate_monitor" | "contact" | "source";

/** The options of `pauseAll`. */
export interface PauseAllOptions {
  /** Whether to pause. May be a token, such as `maintenance.booleanValue` of a variable. Defaults to `true`. */
  readonly when?: boolean | IResolvable;
  /** The kinds to pause. Defaults to hosts and certificate monitors. */
  readonly kinds?: readonly PausableKind[] | undefined;
}

/**
 * An aspect for maintenance that pauses the monitoring of a scope: `Aspects.of(stack).add(pauseAll())`. If `when` is false,
 * all objects keep their declared state. The scope may be the application.
 *
 * @throws Error for a construct in place of a value, such as a variable in place of its `booleanValue`; at synthesis for a value
 * of another stack
 */
export function pauseAll({
  when = true,
  kinds = ["host", "certificate_monitor"],
}: PauseAllOptions = {}): IAspect {
  return resourceAspect("pauseAll", kinds, { when }, (resource) => {
    if (when === true) resource.paused = true;
    else if (when !== false) resource.paused = conditional(when, true, resource.pausedInput ?? false);
  });
}
