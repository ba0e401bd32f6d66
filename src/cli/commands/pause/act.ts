import type { Collection } from "../../../client/collection";
import { type ErrorKind, ServiceError } from "../../../client/errors";
import { inParallel } from "../../../provider/managed/in-parallel";
import type { PausableKind } from "../../../service/kinds";
import type { AccountSession } from "../../account/session";
import { counted } from "../../output/words";
import type { Action } from "./actions";
import type { Target } from "./targets";

/** What became of an object. */
export type Outcome =
  | { readonly target: Target; readonly result: "done" | "already" | "not_tried" }
  | { readonly target: Target; readonly result: "failed"; readonly error: unknown };

/** Errors that concern one object: others may go well all the same. */
const ofOneObject: readonly ErrorKind[] = [
  "invalid_request",
  "forbidden",
  "not_found",
  "validation",
  "server",
];

/**
 * Pauses or resumes objects, whatever becomes of each. One that is so already is left alone, or answers with a conflict,
 * which is success (api-4.0, States). After an error that concerns all, or an interrupt, nothing more is tried.
 */
export async function act(
  { account, signal, tell }: AccountSession,
  action: Action,
  targets: readonly Target[],
): Promise<readonly Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  let isOver = false;
  await inParallel(targets, async (target) => {
    if (target.isPaused === (action === "pause")) {
      outcomes.set(target.id, { target, result: "already" });
      return;
    }
    if (isOver || signal.aborted) return;
    try {
      const collection: Collection<PausableKind> = await account.collection(target.kind);
      await collection[action](target.id, { signal });
      outcomes.set(target.id, { target, result: "done" });
    } catch (error) {
      const kind = error instanceof ServiceError ? error.kind : undefined;
      // What was stopped before it was sent was not tried.
      if (kind === "stopped" && (error as ServiceError).effect === "none") return;
      if (kind === "conflict") outcomes.set(target.id, { target, result: "already" });
      else outcomes.set(target.id, { target, result: "failed", error });
      if (kind === undefined || !(kind === "conflict" || ofOneObject.includes(kind))) isOver = true;
    }
    tell(`${counted(outcomes.size, "object")} of ${targets.length}`);
  });
  return targets.map((target) => outcomes.get(target.id) ?? { target, result: "not_tried" });
}
