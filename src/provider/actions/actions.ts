import type { Action, Attributes } from "../../terraform";
import type { Account } from "../account";
import { costOfCheck } from "../checks/run-check";
import { type Cost, cost, range } from "../cost";
import { checkAction } from "./check";
import { confirmContactAction, resendConfirmationAction } from "./contact";
import { pauseAction, resumeAction } from "./pause";

/** The names of the actions, which are their types without the prefix. */
export type ActionName = "check" | "confirm_contact" | "pause" | "resend_confirmation" | "resume";

/** Every action, by its type. */
export const actions: Readonly<Record<string, Action<Attributes, Account>>> = {
  rblmonitor_check: checkAction,
  rblmonitor_confirm_contact: confirmContactAction,
  rblmonitor_pause: pauseAction,
  rblmonitor_resend_confirmation: resendConfirmationAction,
  rblmonitor_resume: resumeAction,
};

/**
 * The requests of an action: one for each object, and a read for each whose state the service refuses to change.
 * @param objects how many objects are known
 * @param isOpen whether there may be more
 */
export function costOfAction(
  name: ActionName,
  objects: number,
  isOpen: boolean,
  config: Readonly<Record<string, unknown>>,
): Cost {
  if (name === "check") return costOfCheck({ wait: true, timeout: config.timeout });
  const isList = name === "pause" || name === "resume";
  const count = isList ? range(objects, isOpen ? Number.POSITIVE_INFINITY : objects) : range(1);
  return cost({ writes: count, reads: range(0, count.most) });
}
