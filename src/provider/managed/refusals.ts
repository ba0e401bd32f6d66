import { type ErrorKind, ServiceError } from "../../client/errors";
import { referencesTo } from "../../service/fields";
import { groupedBy } from "../../service/groups";
import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { concludeNothing, type OnGap } from "../../snapshot/gaps";
import { DiagnosticError } from "../../terraform";
import type { Account, LinkedObject } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import type { AnyManagedObject, Call } from "./object";

/** Whether the service refused a valid request: the lists may then show why. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ServiceError && (thrown.kind === "conflict" || thrown.kind === "validation");
}

/** A refusal, or a success without an object. */
const kindsOfGone: readonly ErrorKind[] = ["unreadable", "forbidden", "invalid_request", "validation"];

/**
 * The diagnostic for a failed operation on the objects of a resource. It may be about an object that does not exist: not all
 * services answer 404, and over version 3.0 any error may be a 500. After a write, a read shows whether the object exists.
 */
export async function explainedOf<T>(
  { kind }: AnyManagedObject,
  { context, signal }: Pick<Call, "context" | "signal">,
  operation: Promise<T>,
  isRead = false,
): Promise<T> {
  try {
    return await operation;
  } catch (thrown) {
    const diagnostic = serviceDiagnostic(thrown);
    if (!(diagnostic instanceof DiagnosticError && diagnostic.cause instanceof ServiceError))
      throw diagnostic;
    const { cause, summary, detail, path } = diagnostic;
    const { object: id, status, kind: failure } = diagnostic.cause;
    const isOfLegacy = context.apiVersion === "3.0" && status === 500;
    if (id === undefined || !(isOfLegacy || kindsOfGone.includes(failure))) throw diagnostic;
    const reader = await context.reader(kind);
    const existing = isRead ? undefined : await reader.readFresh(id, { signal }).catch(() => undefined);
    if (existing !== undefined) throw diagnostic;
    const advice = `The service may also answer so for an object that does not exist. If ${id} was deleted, remove it from state: terraform state rm <address of this resource>`;
    throw new DiagnosticError(summary, `${detail}\n\n${advice}`, path, { cause });
  }
}

/** The objects that refer to an object. */
export async function usersOf(
  account: Account,
  kind: Kind,
  id: string,
  how: HowRead,
): Promise<LinkedObject[]> {
  const users: LinkedObject[] = [];
  for (const { from, field } of referencesTo(kind)) {
    for (const object of (await objectsOf(account, from, how)) as LinkedObject["object"][])
      if ([object[field]].flat().includes(id)) users.push({ kind: from, object });
  }
  return users;
}

/** Objects as messages name them: those of one name once, such as the hosts of a subnet. */
export function namesOf(objects: readonly LinkedObject[]): string[] {
  const alike = groupedBy(objects, ({ kind, object }) => `${kind} ${quotedName(object) || object.id}`);
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : ` and ${others.length} more of this name`;
    return `${kinds[first.kind].title} ${first.object.id}${quotedName(first.object)}${more}`;
  });
}

/** The name of an object, if it has one. The destination of a contact may be a secret and never appears in messages. */
export function quotedName({ name }: { readonly [field: string]: unknown }): string {
  return typeof name === "string" && name !== "" ? ` ${JSON.stringify(name)}` : "";
}

/** From the list that this run has read, or from a new one. */
export type HowRead = "readAll" | "readAllAgain";

/** The objects of a kind, or none if they cannot be read: looking for an explanation must not hide the error itself. */
export async function objectsOf<K extends Kind>(
  account: Account,
  kind: K,
  how: HowRead,
  onGap: OnGap = concludeNothing,
): Promise<ServiceObject<K>[]> {
  try {
    return await (await account.reader(kind))[how](onGap);
  } catch {
    onGap(1);
    return [];
  }
}
