import { ServiceError } from "../../../client/errors";
import type { PauseOutcome } from "../../../provider/managed/pause-each";
import { kinds } from "../../../service/kinds";
import type { Screen, Style } from "../../output/terminal";
import { textTable } from "../../output/text-table";
import type { Action, Target } from "./targets";

/** The result for an object. */
export type Outcome = PauseOutcome<Target>;

/** The planned actions, for confirmation. */
export function planText(action: Action, targets: readonly Target[], screen: Screen): string {
  const isAlready = ({ isPaused }: Target) => isPaused === (action === "pause");
  const columns = [
    { title: "ACTION", of: (target: Target) => (isAlready(target) ? `already ${action}d` : action) },
    ...targetColumns((target: Target) => target),
  ];
  return `${textTable(columns, targets, screen)}\n`;
}

const styles: Readonly<Record<Outcome["result"], Style | undefined>> = {
  done: "green",
  already: undefined,
  failed: "red",
  not_tried: "yellow",
};

/** The result for an object, in words. */
export function resultText(action: Action, { result }: Outcome): string {
  const words = {
    done: `${action}d`,
    already: `already ${action}d`,
    failed: "failed",
    not_tried: "not tried",
  };
  return words[result];
}

/** The results. */
export function outcomeText(action: Action, outcomes: readonly Outcome[], screen: Screen): string {
  const columns = [
    {
      title: "RESULT",
      of: (outcome: Outcome) => resultText(action, outcome),
      paint: ({ result }: Outcome) => styles[result],
    },
    ...targetColumns(({ target }: Outcome) => target),
    { title: "REASON", of: whyFailed },
  ];
  return textTable(columns, outcomes, screen);
}

function targetColumns<T>(targetOf: (row: T) => Target) {
  return [
    { title: "KIND", of: (row: T) => kinds[targetOf(row).kind].title },
    { title: "OBJECT", of: (row: T) => called(targetOf(row)) },
    { title: "NAME", of: (row: T) => targetOf(row).name },
    { title: "SID", of: (row: T) => targetOf(row).id, paint: () => "dim" as const, wide: true as const },
  ];
}

/** An object selected by SID has no other name here. */
function called({ key, name, id }: Target): string | null {
  return key ?? (name === null ? id : null);
}

function whyFailed(outcome: Outcome): string | null {
  if (outcome.result !== "failed") return null;
  const { error } = outcome;
  if (error instanceof ServiceError) return error.serviceMessage ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
