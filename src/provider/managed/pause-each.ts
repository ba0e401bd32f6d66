import { type ErrorKind, ServiceError } from "../../client/errors";
import type { PausableKind } from "../../service/kinds";
import type { Account } from "../account";
import { inParallel } from "./in-parallel";
import { pauseOrResume } from "./pause";

/** An object to pause or resume. */
export interface PauseTarget {
  readonly kind: PausableKind;
  readonly id: string;
  /** Whether it is paused now; undefined if it was not read. */
  readonly isPaused?: boolean | undefined;
}

/** What became of an object. `already` means that nothing had to change. */
export type PauseOutcome<Target extends PauseTarget = PauseTarget> =
  | { readonly target: Target; readonly result: "done" | "already" | "not_tried" }
  | { readonly target: Target; readonly result: "failed"; readonly error: unknown };

/** Errors that concern one object: others may go well all the same. */
const ofOneObject: readonly ErrorKind[] = [
  "invalid_request",
  "forbidden",
  "not_found",
  "conflict",
  "validation",
  "server",
];

/** How objects are paused or resumed. */
interface Manner<Target extends PauseTarget> {
  readonly paused: boolean;
  readonly signal: AbortSignal;
  /** Called with each outcome as soon as it is known. */
  readonly onOutcome?: (outcome: PauseOutcome<Target>) => void;
}

/**
 * Pauses or resumes each of the objects, with one request for each. After an error that concerns all of them, or an abort,
 * it tries no more. It never throws.
 * @returns an outcome for each target, in their order
 */
export async function pauseEach<Target extends PauseTarget>(
  account: Account,
  targets: readonly Target[],
  { paused, signal, onOutcome }: Manner<Target>,
): Promise<readonly PauseOutcome<Target>[]> {
  const outcomes = new Map<string, PauseOutcome<Target>>();
  let isOver = false;
  const settle = (outcome: PauseOutcome<Target>) => {
    outcomes.set(outcome.target.id, outcome);
    onOutcome?.(outcome);
  };
  await inParallel(targets, async (target) => {
    if (target.isPaused === paused) return settle({ target, result: "already" });
    if (isOver || signal.aborted) return;
    try {
      settle({ target, result: await pauseOrResume(account, target, paused, signal) });
    } catch (error) {
      const { kind, effect } = error instanceof ServiceError ? error : {};
      // It was stopped before the request was sent.
      if (kind === "stopped" && effect === "none") return;
      if (kind === undefined || !ofOneObject.includes(kind)) isOver = true;
      settle({ target, result: "failed", error });
    }
  });
  return targets.map((target) => outcomes.get(target.id) ?? { target, result: "not_tried" });
}
