import type { InvokeAction_Event } from "../../../src/terraform/protocol/generated/tfplugin6";
import type { RequestOf } from "../../../src/terraform/serve/handlers";
import { type Caller, reported } from "./session";

/** The events of an invocation, one by one. */
export async function events(
  call: Caller,
  request: Partial<RequestOf<"invokeAction">>,
  signal?: AbortSignal,
): Promise<AsyncIterator<InvokeAction_Event>> {
  const stream = (await call(
    "invokeAction",
    request,
    signal,
  )) as unknown as AsyncIterable<InvokeAction_Event>;
  return stream[Symbol.asyncIterator]();
}

/** What an invocation showed and how it ended. */
export interface Invoked {
  readonly progress: readonly string[];
  /** Errors and warnings of the completed event; undefined if there was none. */
  readonly completed: readonly string[];
}

/**
 * Reads an invocation to its end, as Terraform does.
 * @throws for what Terraform takes for a crash or a success: no completed event, or anything after it; an empty event
 */
export async function finished(stream: AsyncIterator<InvokeAction_Event>): Promise<Invoked> {
  const progress: string[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) throw new Error("The stream ended without a completed event.");
    const { type } = value as InvokeAction_Event;
    if (type === undefined) throw new Error("The event is empty.");
    if (type.$case === "progress") {
      progress.push(type.value.message);
      continue;
    }
    const after = await stream.next();
    if (!after.done) throw new Error("Something came after the completed event.");
    return { progress, completed: reported(type.value.diagnostics) };
  }
}

/** Invokes an action and reads it to its end. */
export async function invoked(call: Caller, request: Partial<RequestOf<"invokeAction">>): Promise<Invoked> {
  return finished(await events(call, request));
}
