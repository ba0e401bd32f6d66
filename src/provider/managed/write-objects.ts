import { ServiceError } from "../../client/errors";
import { kinds } from "../../service/kinds";
import { DiagnosticError, type PrivateState } from "../../terraform";
import { inParallel, type Outcome } from "./in-parallel";
import { untriedMembers } from "./notes";
import { type AnyManagedObject, type Identified, idsOf } from "./object";

/** A write to some objects of a resource. */
interface ResourceWrite {
  readonly object: AnyManagedObject;
  /** The resource, for the names of its objects. */
  readonly state: Identified;
  readonly ids: readonly string[];
  readonly privateState: PrivateState;
  /** The past participle of the operation, such as `updated`. */
  readonly done: string;
  /** An idempotent write, which throws diagnostics. */
  write(id: string): Promise<void>;
  /** Called before the throw if there are several objects and some may be done. */
  onPartial?(unreached: readonly string[]): void | Promise<void>;
}

/**
 * Writes to objects of a resource. If some writes fail, it throws the first failure; for several objects, the message names those
 * that are done, that failed, and that were skipped. The skipped ones come first in the next write, so that each makes progress.
 */
export async function writeObjects(resource: ResourceWrite): Promise<void> {
  const { object, state, ids, privateState, write, onPartial } = resource;
  const untried = new Set(untriedMembers.of(privateState));
  const inOrder = [...ids.filter((id) => untried.has(id)), ...ids.filter((id) => !untried.has(id))];
  const outcome = await inParallel(inOrder, write);
  untriedMembers.set(privateState, outcome.left);
  const [first] = outcome.failed;
  if (first === undefined) return;
  const { thrown } = first;
  const count = idsOf(object, state).length;
  if (count === 1 || !(thrown instanceof DiagnosticError)) throw thrown;
  const failed = outcome.failed.map(({ item }) => item);
  if (isPartial(outcome)) await onPartial?.([...failed, ...outcome.left]);
  const named = (those: readonly string[], what: string) =>
    those.length === 0 ? [] : [`${those.length} ${what}: ${object.membership?.named(state, those)}.`];
  const detail = [
    `${thrown.detail}\n`,
    `The resource manages ${count} ${kinds[object.kind].plural}. The next apply continues with those that were not ${resource.done}.`,
    ...named(outcome.done, resource.done),
    ...named(failed, "failed"),
    ...named(outcome.left, "not tried"),
  ].join("\n");
  throw new DiagnosticError(thrown.summary, detail, thrown.path, { cause: thrown.cause });
}

/**
 * Sends an idempotent write, and sends it once more if the response is unreadable; the second response decides. The client
 * itself retries after other failures.
 * @param isOpen whether to send again after a failure that may have had an effect
 */
export async function resendIfUnanswered(
  send: () => Promise<void>,
  isOpen: (thrown: ServiceError) => boolean = ({ kind }) => kind === "unreadable",
): Promise<void> {
  try {
    await send();
  } catch (thrown) {
    if (!(thrown instanceof ServiceError && thrown.effect === "possible" && isOpen(thrown))) throw thrown;
    await send();
  }
}

/** A further paragraph for the failure of such a write. */
export function mayBeApplied(thrown: unknown): string[] {
  if (!(thrown instanceof ServiceError) || thrown.effect === "none") return [];
  return ["The change may still have been applied. Run a plan to check. Applying again is safe."];
}

function isPartial({ done, failed }: Outcome<string>): boolean {
  const isOpen = ({ cause }: Error) => cause instanceof ServiceError && cause.effect === "possible";
  return done.length > 0 || failed.some(({ thrown }) => thrown instanceof Error && isOpen(thrown));
}
