import { printableLines } from "../printable-text";
import type { Diagnostic, InvokeAction_Event } from "../protocol/generated/tfplugin6";

/** Runs an action, and returns the diagnostics of its end. It never throws. */
type Run = (progress: (message: string) => void) => Promise<Diagnostic[]>;

/**
 * The events of an invocation: progress as it comes, then one completed event. The action runs on while Terraform reads
 * no events. After a request to stop there is no more progress: Terraform 1.14 and 1.15 crash on a second event.
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

/** A text on one line, which cannot act on a terminal. */
function oneLine(text: string): string {
  return printableLines(text.replaceAll(/\s+/g, " ").trim());
}
