import { ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { DiagnosticError } from "../../terraform";
import { abbreviated } from "../abbreviated";
import { inParallel, type Outcome } from "./in-parallel";

/** More objects than those of a /24 are not all named in a message. */
const mostNamed = 256;

/**
 * Writes to every object of a resource. If some fail, the first failure is thrown; where there are several objects it
 * says which of them are done, which failed and which were left.
 * @param done what an object is then, as in `updated`
 * @param write must end in the same state however often it is sent, and throw what can be told to the user
 * @param onMixed called before that when there are several objects and any of them may be done
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
 * Sends a write that ends in the same state however often it is sent. If its answer cannot be read it is sent once more,
 * and what is answered then counts. After failures of other kinds the client has sent it again already.
 * @param isOpen says of a failure that may have had its effect whether to send again
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

/** What else to say of such a write that failed. */
export function mayBeApplied(thrown: unknown): string[] {
  if (!(thrown instanceof ServiceError) || thrown.effect === "none") return [];
  return [
    "It may have been carried out all the same. The next plan shows what is true, and to apply again is safe.",
  ];
}

function isMixed({ done, failed }: Outcome<string>): boolean {
  const isOpen = ({ cause }: Error) => cause instanceof ServiceError && cause.effect === "possible";
  return done.length > 0 || failed.some(({ thrown }) => thrown instanceof Error && isOpen(thrown));
}

function outcomeText(kind: Kind, count: number, done: string, outcome: Outcome<string>): string {
  const failed = outcome.failed.map(({ item }) => item);
  return [
    `The resource stands for ${count} ${kinds[kind].plural}.`,
    ...reported(outcome.done, `were ${done}`),
    ...reported(failed, "failed"),
    ...reported(outcome.left, "were not tried"),
  ].join("\n");
}

/** All of them by name, since whoever repairs by hand needs each; of a huge subnet, the first. */
function reported(ids: readonly string[], what: string): string[] {
  const names = ids.length > mostNamed ? abbreviated(ids) : ids.join(", ");
  return ids.length === 0 ? [] : [`${ids.length} ${what}: ${names}.`];
}
