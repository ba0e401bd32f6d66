import type { Collection } from "../../client/collection";
import { type ErrorKind, ServiceError } from "../../client/errors";
import type { PausableKind } from "../../service/kinds";
import { isUnknownStatus, pausedBy } from "../../service/status";
import type { KindReader } from "../../snapshot/kind-reader";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { inParallel } from "./in-parallel";
import { noteUnreached } from "./mixed-values";
import type { AnyManagedObject, Call, Identified } from "./object";
import { isPausedFor, noteShownStatus, warnOfUnknownStatus } from "./status-words";
import { mayBeApplied, resendIfUnanswered, writeObjects } from "./write-objects";

/**
 * Pauses or resumes objects of a resource. A conflict means that an object is already paused or active, which is success
 * (docs/design/api.md#states). Members that are not reached are noted.
 * @param onPartial called if some of several objects fail, while others may be paused or resumed
 */
export async function setPaused(
  object: AnyManagedObject,
  call: Call,
  { state, ids, paused }: { state: Identified; ids: readonly string[]; paused: boolean },
  onPartial?: () => void,
): Promise<void> {
  const { context, privateState, signal } = call;
  await writeObjects({
    object,
    state,
    ids,
    privateState,
    done: paused ? "paused" : "resumed",
    write: async (id) => {
      const target = { kind: object.kind as PausableKind, id };
      const isPaused = (status?: string) => isPausedFor(privateState, status);
      const done = await pauseOrResume(context, target, paused, signal, isPaused).catch((thrown: unknown) => {
        throw serviceDiagnostic(thrown, [{ attribute: "paused" }], mayBeApplied(thrown));
      });
      if (isUnknownStatus(done.status) && isPaused(done.status) === undefined)
        warnOfUnknownStatus(object, call, { id, status: done.status }, paused);
      else await noteShownStatus(object, call, paused ? "paused" : "active", id);
    },
    onPartial(unreached) {
      noteUnreached(call, unreached, () => ({ paused: !paused }));
      onPartial?.();
    },
  });
}

/**
 * Pauses or resumes an object. A conflict means that it already is (docs/design/api.md#states), unless a read shows otherwise.
 * @param isPaused the meaning of a status word, if it is known
 * @returns the status that the read shows after such a conflict; `already` unless an earlier attempt may have caused it
 * @throws ServiceError
 */
async function pauseOrResume(
  account: Account,
  { kind, id }: { readonly kind: PausableKind; readonly id: string },
  paused: boolean,
  signal: AbortSignal,
  isPaused: (status?: string) => boolean | undefined = pausedBy,
): Promise<{ readonly result: "done" | "already"; readonly status?: string | undefined }> {
  const collection: Collection<PausableKind> = (await account.client()).collection(kind);
  const reader: KindReader<PausableKind> = await account.reader(kind);
  const recordWrite = () => reader.recordWrite({ id, status: paused ? "paused" : "active" });
  let sendings = 0;
  const send = () => {
    sendings += 1;
    return collection[paused ? "pause" : "resume"](id, { signal });
  };
  try {
    await resendIfUnanswered(send);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError && thrown.kind === "conflict")) throw thrown;
    const { status } = (await reader.readFresh(id, { signal }).catch(() => undefined)) ?? {};
    if (isPaused(status) === !paused) throw thrown;
    recordWrite();
    const mayBeOwn = sendings > 1 || thrown.effect === "possible";
    return { result: mayBeOwn ? "done" : "already", status };
  }
  recordWrite();
  return { result: "done" };
}

/** An object to pause or resume. */
export interface PauseTarget {
  readonly kind: PausableKind;
  readonly id: string;
  /** Whether it is paused; undefined if it was not read. */
  readonly isPaused?: boolean | undefined;
  /** Whether to read it first: the service may accept the pause of an object that was paused before. */
  readonly isReadFirst?: boolean;
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

/**
 * Pauses or resumes each of the objects, with one request for each. After an error that concerns all of them, or an abort,
 * it tries no more. It never throws.
 * @param onOutcome called with each outcome as soon as it is known
 * @param onSend called before the request for an object
 * @returns an outcome for each target, in their order
 */
export async function pauseEach<Target extends PauseTarget>(
  account: Account,
  targets: readonly Target[],
  paused: boolean,
  signal: AbortSignal,
  onOutcome?: (outcome: PauseOutcome<Target>) => void,
  onSend?: (target: Target) => void,
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
      if (target.isReadFirst) {
        const object = await (await account.reader(target.kind)).read(target.id, targets.length);
        if (pausedBy(object?.status) === paused) return settle({ target, result: "already" });
      }
      onSend?.(target);
      settle({ target, result: (await pauseOrResume(account, target, paused, signal)).result });
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
