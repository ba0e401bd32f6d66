import type { CoveredAccount } from "../../src/coverage/account";
import { type Coverage, coverageOf } from "../../src/coverage/coverage";
import type { Kind } from "../../src/service/kinds";
import type { ServiceObject } from "../../src/service/responses";

type Objects = { readonly [K in Kind]?: readonly ServiceObject<K>[] };

/** A SID of a kind's prefix. */
export const sid = (prefix: string, digit: string): string => prefix + digit.repeat(32);

/** The coverage of an account with these objects; all are known unless `isWhole` is false. @param now as in {@link coverageOf} */
export function covered(objects: Objects, isWhole = true, now?: number): Coverage {
  const account: CoveredAccount = {
    of: <K extends Kind>(kind: K) => (objects[kind] ?? []) as readonly ServiceObject<K>[],
    isWhole: () => isWhole,
  };
  return coverageOf(account, now);
}
