import { EventEmitter, on } from "node:events";
import type { Action } from "../definition/definition";
import { Diagnostics } from "../diagnostics";
import { printableLine } from "../printable-text";
import type { Diagnostic, InvokeAction_Event, InvokeAction_Request } from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { rejectGenerated } from "../schema/validation";
import type { Call } from "../serve/handlers";
import type { ObjectValue } from "../values/object-value";
import type { Rpcs, Session } from "./session";

/** The RPC that plans an action. Terraform never defers an action, so neither does the plan. */
export function actionRpcs(session: Session) {
  return {
    async planAction({ actionType, config }) {
      const action = session.find("actions", actionType);
      return session.answer(action.attributes, `plan ${actionType}`, async (diagnostics) => {
        await check(session, action, session.config(action, config), diagnostics);
        return undefined;
      });
    },
  } satisfies Partial<Rpcs>;
}

/**
 * Checks the configuration again, since more of it may be known than at validation. Warnings about single attributes were
 * shown at validation.
 */
async function check(session: Session, action: Action, config: ObjectValue, diagnostics: Diagnostics) {
  rejectGenerated(action.attributes, config, diagnostics);
  if (diagnostics.hasErrors) return;
  action.validate?.({ config: config as never, diagnostics });
  await action.plan?.({ config: config as never, context: session.context, diagnostics });
}

/**
 * Reports a required write-only value that is set, but that Terraform did not pass. For `-invoke`, Terraform 1.16 takes the
 * values from the plan, which has no ephemeral ones.
 */
function reportMissingWriteOnly(attributes: Attributes, config: ObjectValue, diagnostics: Diagnostics): void {
  for (const [name, { parts }] of Object.entries(attributes)) {
    if (!parts.writeOnly || parts.presence !== "required" || config[name] !== null) continue;
    diagnostics.error(
      `Missing value for ${name}`,
      `${name} is set, but Terraform passed no value. With -invoke, Terraform 1.16 and later pass no ephemeral values. Set ${name} to a value that is not ephemeral, such as a sensitive variable, or trigger the action from a resource.`,
      [{ attribute: name }],
    );
  }
}

/** Runs an action and returns its diagnostics. It never throws. */
async function invoke(
  session: Session,
  { actionType, config: sent }: InvokeAction_Request,
  call: Call,
  progress: (message: string) => void,
): Promise<Diagnostic[]> {
  const diagnostics = new Diagnostics();
  const { stop } = session;
  const operation = `invoke ${actionType}`;
  let action: Action | undefined;
  let isStarted = false;
  await session.attempt(diagnostics, operation, async () => {
    action = session.find("actions", actionType);
    const config = session.config(action, sent);
    const context = session.requireContext(operation);
    reportMissingWriteOnly(action.attributes, config, diagnostics);
    if (!diagnostics.hasErrors) await check(session, action, config, diagnostics);
    if (diagnostics.hasErrors || stop.aborted) return;
    isStarted = true;
    await action.invoke({
      config: config as never,
      context,
      diagnostics,
      signal: AbortSignal.any([stop, call.signal]),
      progress: (message) => progress(session.hide(message)),
    });
  });
  if (stop.aborted && !diagnostics.hasErrors)
    diagnostics.error(
      "Action interrupted",
      `Terraform asked the provider to stop. ${actionType} ${isStarted ? "had already ended without an error" : "was not started"}.`,
    );
  return session.report(action?.attributes ?? {}, diagnostics.list);
}

/**
 * The events of an invocation: progress, then one completed event. The action does not wait for Terraform to read events.
 * A stopped action reports no progress: Terraform 1.14 and 1.15 crash on a second event.
 */
export async function* invokeAction(
  session: Session,
  request: InvokeAction_Request,
  call: Call,
): AsyncGenerator<InvokeAction_Event> {
  const emitter = new EventEmitter();
  const messages = on(emitter, "progress", { close: ["completed"] });
  const report = (message: string) => emitter.emit("progress", printableLine(message));
  const completed = invoke(session, request, call, report);
  void completed.then(() => emitter.emit("completed"));
  for await (const [message] of messages) {
    if (!session.stop.aborted) yield { type: { $case: "progress", value: { message } } };
  }
  yield { type: { $case: "completed", value: { diagnostics: await completed } } };
}
