import { printableLines } from "../printable-text";
import type { Diagnostic, InvokeAction_Event } from "../protocol/generated/tfplugin6";

/** Runs an action and returns its diagnostics. It never throws. */
type Run = (progress: (message: string) => void) => Promise<Diagnostic[]>;

/**
 * The events of an invocation: progress, then one completed event. The action does not wait for Terraform to read events.
 * After a request to stop there is no progress: Terraform 1.14 and 1.15 crash on a second event.
 */
export async function* invocationEvents(run: Run, stop: AbortSignal): AsyncGenerator<InvokeAction_Event> {
  const messages: string[] = [];
  let wake = () => {};
  let completed: InvokeAction_Event | undefined;
  const progress = (message: string) => {
    messages.push(oneLine(message));
    wake();
  };
  void run(progress).then((diagnostics) => {
    completed = { type: { $case: "completed", value: { diagnostics } } };
    wake();
  });
  for (;;) {
    const message = stop.aborted ? undefined : messages.shift();
    if (message !== undefined) yield { type: { $case: "progress", value: { message } } };
    else if (completed !== undefined) break;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  yield completed;
}

/** Joins lines, and escapes characters that are unsafe to print. */
function oneLine(text: string): string {
  return printableLines(text.replaceAll(/\s+/g, " ").trim());
}
