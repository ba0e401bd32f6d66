import type { Kind } from "../../service/kinds";
import type { Account } from "../account";

const ofAccounts = new WeakMap<Account, Map<Kind, Promise<unknown>>>();

/**
 * Runs a function that moves the default flag of a kind, after all earlier ones of this process. So a flag that moves
 * because of a deletion is never taken from the object to which the configuration assigns it.
 */
export function withDefaultFlagLock<T>(account: Account, kind: Kind, move: () => Promise<T>): Promise<T> {
  const ofKinds = ofAccounts.get(account) ?? new Map<Kind, Promise<unknown>>();
  ofAccounts.set(account, ofKinds);
  const before = ofKinds.get(kind) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(move);
  ofKinds.set(kind, mine);
  return mine;
}
