import { ServiceError } from "../../client/errors";
import { referencesTo } from "../../service/fields";
import { type Kind, kinds } from "../../service/kinds";
import { concludeNothing } from "../../snapshot/gaps";
import type { Account } from "../account";
import type { ApiObject } from "./api-fields";

/** Whether the service refused a valid request: the lists may then show why. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ServiceError && (thrown.kind === "conflict" || thrown.kind === "validation");
}

/** The objects that refer to an object, as messages name them. */
export async function usersOf(account: Account, kind: Kind, id: string, how: HowRead): Promise<string[]> {
  const users: string[] = [];
  for (const { from, field } of referencesTo(kind)) {
    for (const object of await objectsOf(account, from, how)) {
      if ([object[field]].flat().includes(id))
        users.push(`${kinds[from].title} ${object.id}${quotedName(object)}`);
    }
  }
  return users;
}

/** The name of an object, if it has one. The destination of a contact may be a secret and never appears in messages. */
export function quotedName({ name }: { readonly [field: string]: unknown }): string {
  return typeof name === "string" && name !== "" ? ` ${JSON.stringify(name)}` : "";
}

/** From the list that this run has read, or from a new one. */
type HowRead = "readAll" | "readAllAgain";

/** The objects of a kind, or none if they cannot be read: looking for an explanation must not hide the error itself. */
export async function objectsOf(account: Account, kind: Kind, how: HowRead): Promise<ApiObject[]> {
  try {
    return await (await account.reader(kind))[how](concludeNothing);
  } catch {
    return [];
  }
}
