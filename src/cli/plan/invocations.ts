import type { ActionName } from "../../provider/actions/actions";
import { canonicalSid } from "../../service/sids";
import { isMarked, isOwnName, markOf } from "../state/json";
import type { Configurations } from "./configured";
import type { ActionInvocation, PlanJson } from "./read-plan";

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

const isText = (value: unknown) => typeof value === "string";

/** The provider's actions that the plan invokes, in its order. */
export function invocationsOf(plan: PlanJson, configured: Configurations) {
  const read = (invocation: ActionInvocation, isDeferred: boolean) => {
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
        objects: [...new Set([config?.[subject]].flat().filter(isText).map(canonicalSid))],
        /** Whether some are known only after the apply. */
        isOpen: isMarked(markOf(open, subject)),
        /** Whether Terraform defers it to a later apply. */
        isDeferred,
        config: config ?? {},
      },
    ];
  };
  const deferred = plan.deferred_action_invocations ?? [];
  return [
    ...(plan.action_invocations ?? []).flatMap((invocation) => read(invocation, false)),
    ...deferred.flatMap(({ action_invocation }) => read(action_invocation, true)),
  ];
}
