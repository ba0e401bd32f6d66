import { type ErrorKind, ServiceError } from "../../client/errors";
import type { PausableKind } from "../../service/kinds";
import type { Account } from "../account";
import { inParallel } from "./in-parallel";
import { pauseOrResume } from "./pause";

/** An object to pause or resume. */
export interface PauseTarget {
  readonly kind: PausableKind;
  readonly id: string;
  /** Whether it is paused; undefined if it was not read. */
  readonly isPaused?: boolean | undefined;
}

/** The outcome for an object. `already` means that there was nothing to change. */
export type PauseOutcome<Target extends PauseTarget = PauseTarget> =
  | { readonly target: Target; readonly result: "done" | "already" | "not_tried" }
  | { readonly target: Target; readonly result: "failed"; readonly error: unknown };

/** Errors that concern one object: other objects may still succeed. */
const ofOneObject: readonly ErrorKind[] = [
  "invalid_request",
  "forbidden",
  "not_found",
  "conflict",
  "validation",
  "server",
];

/** Options of {@link pauseEach}. */
interface PauseOptions<Target extends PauseTarget> {
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
  { paused, signal, onOutcome }: PauseOptions<Target>,
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
      // Stopped before the request was sent.
      if (kind === "stopped" && effect === "none") return;
      if (kind === undefined || !ofOneObject.includes(kind)) isOver = true;
      settle({ target, result: "failed", error });
    }
  });
  return targets.map((target) => outcomes.get(target.id) ?? { target, result: "not_tried" });
}
