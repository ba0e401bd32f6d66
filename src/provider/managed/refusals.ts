import { ServiceError } from "../../client/errors";
import { canonicalHost, parseSubnet } from "../../service/addresses";
import { type Kind, kinds } from "../../service/kinds";
import type { Account } from "../account";
import { firstFew } from "../first-few";
import { monitoredAlready } from "../subnet-hosts";
import { references } from "./references";

/** How many objects in the place of a new one are named, each with its command. */
const mostTwins = 5;

/** Whether the service understood and refused: in these cases its lists may show why. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ServiceError && (thrown.kind === "conflict" || thrown.kind === "validation");
}

/** Why an object may have been refused to be deleted: what the lists show to be using it (gaps 12). */
export async function usersOf(account: Account, kind: Kind, id: string, thrown: unknown): Promise<string[]> {
  if (!isRefusal(thrown)) return [];
  const found: string[] = [];
  for (const { from, field } of references[kind] ?? []) {
    for (const object of await listed(account, from)) {
      const named: unknown = object[field];
      if (named === id || (Array.isArray(named) && named.includes(id)))
        found.push(`${kinds[from].title} ${object.id}${label(object)}`);
    }
  }
  if (found.length === 0) return [];
  return [`It is still used by: ${firstFew(found)}.`];
}

/** Why an object may have been refused to be created: one like it is there already (gaps 11). */
export async function twinsOf(
  account: Account,
  kind: Kind,
  naturalKey: string | undefined,
  body: Readonly<Record<string, unknown>>,
  thrown: unknown,
): Promise<string[]> {
  if (!isRefusal(thrown) || naturalKey === undefined) return [];
  const wanted = canonicalHost(String(body[naturalKey]));
  const all = await listed(account, kind);
  const twins = all.filter((object) => canonicalHost(String(object[naturalKey])) === wanted);
  if (twins.length === 0) {
    const subnet = parseSubnet(wanted);
    return subnet === undefined ? [] : monitoredAlready(subnet, all);
  }
  const imports = twins
    .slice(0, mostTwins)
    .map(
      ({ id }) =>
        `The account already has it as ${kinds[kind].title} ${id}. To manage that one, run: terraform import <address of this resource> ${id}`,
    );
  return [...imports, renamed];
}

/** Terraform destroys what went from a configuration and creates what came in no order: the old may still be there. */
const renamed =
  "If it is in state already, of a resource that now has another address in the configuration: a moved block keeps it as it is, and if this apply has just destroyed it, the next one creates it again.";

/** By what people know an object, if it has a name. The destination of a contact may be a secret, and is in no message. */
function label({ name }: { readonly [field: string]: unknown }): string {
  return typeof name === "string" && name !== "" ? ` ${JSON.stringify(name)}` : "";
}

/** The objects of a kind, or none if they cannot be read now: an explanation must not hide the error itself. */
async function listed(account: Account, kind: Kind): Promise<{ id: string; [field: string]: unknown }[]> {
  try {
    return await (await account.reader(kind)).readAll();
  } catch {
    return [];
  }
}
