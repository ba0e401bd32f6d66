import { ServiceError } from "../client/errors";
import { isPausedStatus, isPendingStatus, isUnknownStatus } from "../service/status";
import type { Account } from "./account";

/**
 * Reads the status of a contact after a conflict in a confirmation, or in resending its message.
 * @returns undefined for other errors; `status` is undefined if it cannot be read, which must not hide the conflict
 */
export async function statusAfterConflict(
  account: Account,
  id: string,
  thrown: unknown,
  signal: AbortSignal,
): Promise<{ readonly status: string | undefined } | undefined> {
  if (!(thrown instanceof ServiceError) || thrown.kind !== "conflict") return undefined;
  const reader = await account.reader("contact");
  const contact = await reader.readFresh(id, { signal }).catch(() => undefined);
  return { status: contact?.status?.toLowerCase() };
}

/**
 * Explains such a conflict: only a pending contact can be confirmed or receive its message again (docs/design/api.md#states).
 * @param howToResume a sentence for a paused contact
 */
export function whyNotPending(status: string | undefined, howToResume: string): string {
  if (status === undefined || isUnknownStatus(status))
    return "Only a pending contact can be confirmed or receive its message again.";
  if (isPendingStatus(status)) return "The contact is still pending. Try again later.";
  if (isPausedStatus(status))
    return `The contact is paused, but only a pending contact can be confirmed. ${howToResume}`;
  return `The contact is ${status}, not pending: there is nothing to confirm.`;
}
