import type { ActionName } from "../../provider/actions/actions";
import { canonicalSid } from "../../service/sids";
import { isMarked, isOwnName, markOf } from "../state/json";
import type { Configuration, Configurations } from "./configured";
import type { ActionInvocation, PlanJson } from "./read-plan";

/** An action that the apply invokes. */
export interface Invocation extends Pick<Configuration, "provider"> {
  readonly action: ActionName;
  readonly address: string;
  /** When: `before update`; null with `-invoke`. */
  readonly event: string | null;
  /** The resource whose change triggers it; null with `-invoke`. */
  readonly trigger: string | null;
  /** The SIDs of its objects, or the host that is checked, as far as they are known. */
  readonly objects: readonly string[];
  /** Whether some are known only after the apply. */
  readonly isOpen: boolean;
  /** Whether Terraform defers it to a later apply. */
  readonly isDeferred: boolean;
  readonly config: Readonly<Record<string, unknown>>;
}

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
export function invocationsOf(plan: PlanJson, configured: Configurations): Invocation[] {
  const read = (invocation: ActionInvocation, isDeferred: boolean): Invocation[] => {
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
        event: event?.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase() ?? null,
        trigger: trigger ?? null,
        objects: [...new Set([config?.[subject]].flat().filter(isText).map(canonicalSid))],
        isOpen: isMarked(markOf(open, subject)),
        isDeferred,
        config: config ?? {},
      },
    ];
  };
  return [
    ...(plan.action_invocations ?? []).flatMap((invocation) => read(invocation, false)),
    ...(plan.deferred_action_invocations ?? []).flatMap(({ action_invocation }) =>
      read(action_invocation, true),
    ),
  ];
}
