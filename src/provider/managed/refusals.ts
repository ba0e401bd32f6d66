import { ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { abbreviated } from "../abbreviated";
import type { Account } from "../account";
import { references } from "./references";

/** Whether the service understood and refused: in these cases its lists may show why. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ServiceError && (thrown.kind === "conflict" || thrown.kind === "validation");
}

/** Why an object may have been refused to be deleted: what the lists show to be using it (docs/design/open-points.md#12). */
export async function usersOf(account: Account, kind: Kind, id: string, thrown: unknown): Promise<string[]> {
  if (!isRefusal(thrown)) return [];
  const found: string[] = [];
  for (const { from, field } of references[kind] ?? []) {
    for (const object of await listedNow(account, from)) {
      const named: unknown = object[field];
      if (named === id || (Array.isArray(named) && named.includes(id)))
        found.push(`${kinds[from].title} ${object.id}${label(object)}`);
    }
  }
  if (found.length === 0) return [];
  return [`It is still used by: ${abbreviated(found)}.`];
}

/** By what people know an object, if it has a name. The destination of a contact may be a secret, and is in no message. */
export function label({ name }: { readonly [field: string]: unknown }): string {
  return typeof name === "string" && name !== "" ? ` ${JSON.stringify(name)}` : "";
}

/** The objects of a kind, or none if they cannot be read now: an explanation must not hide the error itself. */
export async function listedNow(
  account: Account,
  kind: Kind,
): Promise<{ id: string; [field: string]: unknown }[]> {
  try {
    return await (await account.reader(kind)).readAll();
  } catch {
    return [];
  }
}
