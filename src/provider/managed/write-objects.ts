import { ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { DiagnosticError } from "../../terraform";
import { abbreviated } from "../text";
import { inParallel, type Outcome } from "./in-parallel";

/** The maximum number of objects that a message lists: those of a /24. */
const maxNamed = 256;

/**
 * Writes to every object of a resource. If some writes fail, it throws the first failure; for several objects, the message
 * lists those that are done, that failed, and that were skipped.
 * @param done the past participle of the operation, such as `updated`
 * @param write an idempotent write, which throws diagnostics
 * @param onMixed called before the throw if there are several objects and some may be done
 */
export async function writeObjects(
  kind: Kind,
  ids: readonly string[],
  done: string,
  write: (id: string) => Promise<void>,
  onMixed?: () => void,
): Promise<void> {
  const outcome = await inParallel(ids, write);
  const [first] = outcome.failed;
  if (first === undefined) return;
  const { thrown } = first;
  if (ids.length === 1 || !(thrown instanceof DiagnosticError)) throw thrown;
  if (isMixed(outcome)) onMixed?.();
  const detail = `${thrown.detail}\n\n${outcomeText(kind, ids.length, done, outcome)}`;
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

function isMixed({ done, failed }: Outcome<string>): boolean {
  const isOpen = ({ cause }: Error) => cause instanceof ServiceError && cause.effect === "possible";
  return done.length > 0 || failed.some(({ thrown }) => thrown instanceof Error && isOpen(thrown));
}

function outcomeText(kind: Kind, count: number, done: string, outcome: Outcome<string>): string {
  const failed = outcome.failed.map(({ item }) => item);
  return [
    `The resource manages ${count} ${kinds[kind].plural}.`,
    ...reported(outcome.done, done),
    ...reported(failed, "failed"),
    ...reported(outcome.left, "not tried"),
  ].join("\n");
}

/** Lists all of them for manual repairs, or the first ones of a huge subnet. */
function reported(ids: readonly string[], outcome: string): string[] {
  const names = ids.length > maxNamed ? abbreviated(ids) : ids.join(", ");
  return ids.length === 0 ? [] : [`${ids.length} ${outcome}: ${names}.`];
}
