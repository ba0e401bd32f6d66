import { references } from "../../service/fields";
import { addTo } from "../../service/groups";
import { kinds } from "../../service/kinds";
import type { Diagnostics, ObjectValue } from "../../terraform";
import type { Account, UsedObject } from "../account";
import { abbreviated, capitalized } from "../text";
import type { AnyManagedObject, DestroyPlan, Identified, ObjectPlan } from "./object";
import { namesOf, quotedName, usersOf } from "./refusals";
import { wireFields } from "./wire";

/** Warns if the resource refers to an object that the plan destroys: Terraform does so before it updates the resource. */
export async function planUses(object: AnyManagedObject, call: ObjectPlan): Promise<void> {
  const { context, prior, replacePaths, diagnostics } = call;
  // A replaced resource is destroyed before the objects to which it refers.
  if (context === undefined || prior === null || replacePaths.length > 0) return;
  const { users, destroyed } = context.uses;
  const { kind, id, name } = namedAs(object, prior);
  const user = `${kinds[kind].title} ${id}${name}`;
  for (const sid of sidsIn(object, prior)) {
    addTo(users, sid, user);
    const used = destroyed.get(sid);
    destroyed.delete(sid);
    if (used !== undefined) await warnOfUse(context, used, [user], diagnostics);
  }
}

/** Warns if objects that are not destroyed refer to the destroyed one. */
export async function planUsesOfDestroyed(object: AnyManagedObject, context: Account, call: DestroyPlan) {
  const { prior, diagnostics } = call;
  const users = context.uses.users.get(prior.id);
  if (users === undefined) context.uses.destroyed.set(prior.id, namedAs(object, prior));
  else await warnOfUse(context, namedAs(object, prior), users, diagnostics);
}

function namedAs({ kind }: AnyManagedObject, prior: Identified): UsedObject {
  return { kind, id: prior.id, name: quotedName(prior) };
}

/** The SIDs to which an object refers. */
function sidsIn({ kind, attributes }: AnyManagedObject, values: ObjectValue): string[] {
  return wireFields(attributes)
    .filter(({ field }) => Object.hasOwn(references[kind], field))
    .flatMap(({ name }) => values[name] ?? [])
    .filter((sid) => typeof sid === "string");
}

/** @param known users of the plan so far: Terraform plans the others later, so the account's lists name all of them */
async function warnOfUse(
  account: Account,
  { kind, id, name }: UsedObject,
  known: readonly string[],
  diagnostics: Diagnostics,
): Promise<void> {
  const { title } = kinds[kind];
  const users = namesOf(await usersOf(account, kind, id, "readAll"));
  const all = users.length < known.length ? known : users;
  diagnostics.warning(
    `${capitalized(title)} destroyed while in use`,
    [
      `The ${title} ${id}${name} is used by: ${abbreviated(all)}. The service refuses to delete it until they use another ${title}.`,
      ifRenamed,
      `Otherwise, ${moveFirst(title, "keep its resource")}`,
    ].join("\n\n"),
  );
}

/** How to keep an object whose resource has another address. */
export const ifRenamed =
  "If its resource was renamed, add a moved block: nothing is then destroyed.\n\n  moved {\n    from = <old address>\n    to   = <new address>\n  }";

/** How to remove an object that others use. @param keep what to do with its resource, which the plan removes */
export function moveFirst(title: string, keep: string): string {
  return `${keep} (with for_each, its key) and apply, so that those objects move to another ${title}. Then remove the resource, and apply again. Terraform destroys the ${title} before it updates those objects, in every apply, unless its resource had lifecycle { create_before_destroy = true } in the last one.`;
}
