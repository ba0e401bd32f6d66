import { conditional, type IAspect, type IResolvable } from "cdktf";
import { resourceOf } from "./monitored-kinds";
import { rejectConstructs } from "./reject-constructs";
import { rejectForeign, stackAspect } from "./stack-aspect";

/** The kinds that can be paused. */
export type PausableKind = "host" | "certificate_monitor" | "contact" | "source";

/** The options of `pauseAll`. */
export interface PauseAllOptions {
  /** Whether to pause. May be a token, such as `maintenance.booleanValue` of a variable. Defaults to `true`. */
  readonly when?: boolean | IResolvable;
  /** The kinds to pause. Defaults to hosts and certificate monitors. */
  readonly kinds?: readonly PausableKind[];
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
  rejectConstructs("pauseAll", { when }, []);
  const types = kinds.map((kind) => `rblmonitor_${kind}` as const);
  return stackAspect({
    visit(construct) {
      const resource = when === false ? undefined : resourceOf(types, construct);
      if (resource === undefined) return;
      rejectForeign("pauseAll", resource, when);
      resource.paused = when === true ? true : conditional(when, true, resource.pausedInput ?? false);
    },
  });
}
