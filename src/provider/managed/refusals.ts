import { ServiceError } from "../../client/errors";
import { referencesTo } from "../../service/fields";
import { type Kind, kinds } from "../../service/kinds";
import type { Account } from "../account";
import { abbreviated } from "../text";
import type { ApiObject } from "./api-fields";

/** Whether the service refused a valid request: the lists may then show why. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ServiceError && (thrown.kind === "conflict" || thrown.kind === "validation");
}

/** Why a deletion may have been refused: the objects that refer to the object (docs/design/open-points.md#12). */
export async function usersOf(account: Account, kind: Kind, id: string, thrown: unknown): Promise<string[]> {
  if (!isRefusal(thrown)) return [];
  const users: string[] = [];
  for (const { from, field } of referencesTo(kind)) {
    for (const object of await objectsNow(account, from)) {
      const named: unknown = object[field];
      if (named === id || (Array.isArray(named) && named.includes(id)))
        users.push(`${kinds[from].title} ${object.id}${quotedName(object)}`);
    }
  }
  if (users.length === 0) return [];
  return [`These objects still use it: ${abbreviated(users)}.`];
}

/** The name of an object, if it has one. The destination of a contact may be a secret and never appears in messages. */
export function quotedName({ name }: { readonly [field: string]: unknown }): string {
  return typeof name === "string" && name !== "" ? ` ${JSON.stringify(name)}` : "";
}

/** The objects of a kind after a refusal, or none if they cannot be read: looking for an explanation must not hide the error itself. */
export async function objectsNow(account: Account, kind: Kind): Promise<ApiObject[]> {
  try {
    return (await (await account.reader(kind)).readAllAgain()).objects;
  } catch {
    return [];
  }
}
