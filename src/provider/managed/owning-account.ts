import { kinds } from "../../service/kinds";
import { canonicalSid } from "../../service/sids";
import { type Call, DiagnosticError } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";

const note = "account";

/** Records that the objects of a resource are in the configured account. */
export function noteAccount({
  context,
  privateState,
}: Pick<Call<Account>, "context" | "privateState">): void {
  privateState.set(note, canonicalSid(context.accountSid));
}

/**
 * Rejects objects of another account, because each would seem to be deleted. With `allow_account_change` it warns instead.
 * A state without a recorded account is accepted.
 *
 * @throws DiagnosticError with both accounts
 */
export function requireAccount(
  { kind }: AnyManagedObject,
  { context, privateState, diagnostics }: Omit<Call<Account>, "signal">,
  id: unknown,
): void {
  const owner = privateState.get(note);
  const configured = canonicalSid(context.accountSid);
  if (owner === undefined || owner === configured) return;
  const facts = `The ${kinds[kind].title} ${id} was last seen in account ${owner}; the provider uses account ${configured}.`;
  if (!context.rules.allowAccountChange) {
    throw new DiagnosticError(
      "Account mismatch",
      `${facts} Correct account_sid and auth_token. To move the configuration to the other account, set allow_account_change = true in the provider's configuration.`,
    );
  }
  diagnostics.warning(
    "Account changed",
    `${facts} If this account lacks the object, it is planned as new. The other account keeps it.`,
  );
}
