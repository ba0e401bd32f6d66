import { pauseEach } from "../../../provider/managed/pause-each";
import { failureText } from "../../account/failure";
import { type AccountSession, withAccount } from "../../account/session";
import { readLine } from "../../input";
import { print } from "../../output/print";
import { type ProcessContext, printable, screenFor } from "../../output/terminal";
import { counted } from "../../output/text";
import { type Outcome, outcomeText, planText, resultText } from "./output";
import { type Action, type PauseOptions, selectTargets, type Target, type TargetSelection } from "./targets";

/**
 * Pauses or resumes objects: shows those selected by name or tag, asks for confirmation, and prints the result of each.
 * @returns the exit code: 1 if anything failed or was not tried
 * @throws Error when nothing was done
 */
export async function runPause(
  action: Action,
  asked: readonly string[],
  options: PauseOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { stderr } = processContext;
  let isActing = false;
  const activity = {
    doing: action === "pause" ? "Pausing" : "Resuming",
    stopped: () =>
      isActing
        ? `Stopped before the service answered: objects may have been ${action}d.`
        : "Stopped. Nothing was changed.",
  };
  const outcomes = await withAccount(options, processContext, activity, async (session) => {
    const choice = await selectTargets(session, action, asked, options);
    for (const note of [...choice.notes, ...contactsNote(action, choice)])
      stderr.write(`rblmonitor: ${printable(note)}\n`);
    if (choice.isSearched) {
      session.clearProgress();
      await confirm(action, choice, options, processContext, session.signal);
    }
    isActing = true;
    return act(session, action, choice.targets);
  });
  print(processContext, options, { action, objects: outcomes.map((one) => jsonOf(action, one)) }, (screen) =>
    outcomeText(action, outcomes, screen),
  );
  const unfinished = outcomes.filter(({ result }) => result === "failed" || result === "not_tried");
  if (unfinished.length === 0) return 0;
  const summary = `${unfinished.length} of ${counted(outcomes.length, "object")} could not be ${action}d.`;
  const failed = unfinished.find((outcome) => outcome.result === "failed");
  const first = failed === undefined ? [] : [failureText(failed.error)];
  throw new Error((outcomes.length === 1 ? first : [summary, ...first]).join("\n\n") || summary);
}

/** A warning that a pattern or tag selects contacts to pause. */
function contactsNote(action: Action, { isSearched, targets }: TargetSelection): string[] {
  const contacts = targets.filter(({ kind, isPaused }) => kind === "contact" && isPaused !== true).length;
  if (action === "resume" || !isSearched || contacts === 0) return [];
  const verb = contacts === 1 ? "is" : "are";
  return [
    `${counted(contacts, "contact")} ${verb} among these objects. The service does not notify paused contacts.`,
  ];
}

/** @throws Error without the confirmation of the user */
async function confirm(
  action: Action,
  { targets }: TargetSelection,
  { yes, wide }: PauseOptions,
  { env, stdin, stderr }: ProcessContext,
  signal: AbortSignal,
): Promise<void> {
  const todo = targets.filter(({ isPaused }) => isPaused !== (action === "pause"));
  if (todo.length === 0) return;
  stderr.write(planText(action, targets, screenFor(stderr, env, wide)));
  if (yes) return;
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw new Error(
      `Nothing was changed: confirmation needs a terminal. To ${action} these objects, add --yes.`,
    );
  }
  const question = `${action === "pause" ? "Pause" : "Resume"} ${counted(todo.length, "object")}? [y/N] `;
  stderr.write(question);
  if (!/^y(es)?$/i.test(await readLine(stdin, signal))) throw new Error("Nothing was changed.");
}

function jsonOf(action: Action, outcome: Outcome) {
  const { kind, id, key, name } = outcome.target;
  const error = outcome.result === "failed" ? failureText(outcome.error) : null;
  return { kind, id, key, name, result: resultText(action, outcome).replace(" ", "_"), error };
}

/** Pauses or resumes objects, and shows how many of them are settled. */
async function act(
  { account, signal, showProgress }: AccountSession,
  action: Action,
  targets: readonly Target[],
): Promise<readonly Outcome[]> {
  let settled = 0;
  const onOutcome = () => {
    settled += 1;
    showProgress(`${counted(settled, "object")} of ${targets.length}`);
  };
  return pauseEach(account, targets, { paused: action === "pause", signal, onOutcome });
}
