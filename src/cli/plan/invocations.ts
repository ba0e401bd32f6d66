import type { ActionName } from "../../provider/actions/actions";
import { canonicalSid } from "../../service/sids";
import { isMarked, isOwnName, markOf } from "../state/json";
import type { Configurations } from "./configured";
import type { PlanJson } from "./read-plan";

/** An action that the apply invokes. */
export type Invocation = ReturnType<typeof invocationsOf>[number];

/** The argument of each action that names its objects. */
const subjects: Readonly<Record<ActionName, string>> = {
  check: "host",
  confirm_contact: "contact",
  pause: "objects",
  resend_confirmation: "contact",
  resume: "objects",
};

/** The provider's actions that the plan invokes, in its order. */
export function invocationsOf(plan: PlanJson, configured: Configurations) {
  const all = plan.deferred_action_invocations ?? [];
  const deferred = new Set(all.map(({ action_invocation }) => action_invocation));
  return [...(plan.action_invocations ?? []), ...deferred].flatMap((invocation) => {
    const { address, type, config_values: config, config_unknown: open, ...triggers } = invocation;
    const action = type.slice("rblmonitor_".length) as ActionName;
    if (!isOwnName(type) || !Object.hasOwn(subjects, action)) return [];
    const { action_trigger_event: event, triggering_resource_address: trigger } =
      triggers.lifecycle_action_trigger ?? {};
    const subject = subjects[action];
    return [
      {
        action,
        address,
        provider: configured(address).provider,
        /** When: `before update`; null with `-invoke`. */
        event: event?.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase() ?? null,
        /** The resource whose change triggers it; null with `-invoke`. */
        trigger: trigger ?? null,
        /** The SIDs of its objects, or the host that is checked, as far as they are known. */
        objects: [...new Set(textsOf(config?.[subject]).map(canonicalSid))],
        /** Whether some are known only after the apply. */
        objects_unknown: isMarked(markOf(open, subject)),
        /** Whether Terraform defers it to a later apply. */
        deferred: deferred.has(invocation),
        config: config ?? {},
      },
    ];
  });
}

/** The texts of a set that are known, or the only one. */
export function textsOf(values: unknown): string[] {
  return [values].flat().filter((value) => typeof value === "string");
}
