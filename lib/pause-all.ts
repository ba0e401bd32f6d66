import { conditional, type IAspect, type IResolvable, Token } from "cdktf";
import { pausableKinds } from "../src/service/kinds";
import { resourceAspect } from "./aspects";
import { isPlain, titleOf } from "./fleet-entries";
import type { PausableKind } from "./generated/enumerations";

/** The options of `pauseAll`. */
export interface PauseAllOptions {
  /**
   * Whether to pause. May be a token, such as `maintenance.booleanValue` of a variable. If omitted, it pauses; if it is there
   * and undefined, that is an error.
   */
  readonly when?: boolean | IResolvable;
  /** The kinds to pause. Defaults to hosts and certificate monitors. */
  readonly kinds?: readonly PausableKind[] | undefined;
}

/**
 * An aspect for maintenance that pauses the monitoring of a scope: `Aspects.of(stack).add(pauseAll())`. If `when` is false,
 * all objects keep their declared state. The scope may be the application.
 *
 * @throws Error for an undefined condition, an unknown option or kind, or a construct in place of a value, such as a variable in place of
 * its `booleanValue`; at synthesis for a value of another stack
 */
export function pauseAll(options?: PauseAllOptions): IAspect;
export function pauseAll(...args: readonly unknown[]): IAspect {
  const options = args.length === 0 ? {} : args[0];
  if (!isPlain(options))
    throw new Error(`pauseAll: its argument is ${titleOf(options)}, but must be an object: { when: … }`);
  // Unlike a default, this keeps a condition that is there and undefined.
  const { when, kinds = ["host", "certificate_monitor"] } = { when: true, ...(options as PauseAllOptions) };
  const aspect = resourceAspect("pauseAll", kinds, options, (resource) => {
    if (when === true) resource.paused = true;
    else if (when !== false) resource.paused = conditional(when, true, resource.pausedInput ?? false);
  });
  if (typeof when !== "boolean" && !Token.isUnresolved(when))
    throw new Error(`pauseAll: when is ${titleOf(when)}, but must be true, false, or a token`);
  const unknown = kinds.filter((kind) => !pausableKinds.includes(kind));
  if (unknown.length > 0)
    throw new Error(`pauseAll: kinds has ${unknown.join(", ")}. Valid values: ${pausableKinds.join(", ")}`);
  return aspect;
}
