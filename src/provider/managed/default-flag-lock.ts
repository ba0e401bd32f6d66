import type { Kind } from "../../service/kinds";
import type { Account } from "../account";

const ofAccounts = new WeakMap<Account, Map<Kind, Promise<unknown>>>();

/**
 * Does something that moves the default flag of a kind, after everything of this process that does and came before. So
 * a flag that is handed over for a deletion is never taken from the object that the configuration gives it to.
 */
export function withDefaultFlagLock<T>(account: Account, kind: Kind, move: () => Promise<T>): Promise<T> {
  const ofKinds = ofAccounts.get(account) ?? new Map<Kind, Promise<unknown>>();
  ofAccounts.set(account, ofKinds);
  const before = ofKinds.get(kind) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(move);
  ofKinds.set(kind, mine);
  return mine;
}
