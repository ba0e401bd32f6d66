import { references } from "../../service/fields";
import { addTo } from "../../service/groups";
import { kinds } from "../../service/kinds";
import type { Diagnostics, ObjectValue } from "../../terraform";
import type { Account, LinkedObject } from "../account";
import { abbreviated, capitalized } from "../text";
import type { AnyManagedObject, DestroyPlan, ObjectPlan } from "./object";
import { namesOf, usersOf } from "./refusals";
import { wireFields } from "./wire";

/** Warns if the resource refers to an object that the plan destroys: Terraform does so before it updates the resource. */
export async function planUses(object: AnyManagedObject, call: ObjectPlan): Promise<void> {
  const { context, prior, replacePaths, diagnostics } = call;
  // A replaced resource is destroyed before the objects to which it refers.
  if (context === undefined || prior === null || replacePaths.length > 0) return;
  const { users, destroyed } = context.uses;
  const user = { kind: object.kind, object: prior };
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
  const { users, destroyed } = context.uses;
  const used = { kind: object.kind, object: prior };
  const known = users.get(prior.id);
  if (known === undefined) destroyed.set(prior.id, used);
  else await warnOfUse(context, used, known, diagnostics);
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
  used: LinkedObject,
  known: readonly LinkedObject[],
  diagnostics: Diagnostics,
): Promise<void> {
  const { title } = kinds[used.kind];
  const users = await usersOf(account, used.kind, used.object.id, "readAll");
  const all = namesOf(users.length < known.length ? known : users);
  diagnostics.warning(
    `${capitalized(title)} destroyed while in use`,
    [
      `The ${namesOf([used])} is used by: ${abbreviated(all)}. The service refuses to delete it until they use another ${title}.`,
      ifRenamed,
      `Otherwise, ${moveFirst(title, "keep its resource")} Terraform destroys the ${title} before it updates those objects, in every apply, unless its resource had lifecycle { create_before_destroy = true } in the last one.`,
    ].join("\n\n"),
  );
}

/** A moved block to complete. */
export const movedBlock = "  moved {\n    from = <old address>\n    to   = <new address>\n  }";

/** How to keep an object whose resource has another address. */
export const ifRenamed = `If its resource was renamed, add a moved block: nothing is then destroyed.\n\n${movedBlock}`;

/** How to remove an object that others use. @param keep what to do with its resource, which the plan removes */
export function moveFirst(title: string, keep: string): string {
  return `${keep} (with for_each, its key) and apply, so that those objects move to another ${title}. Then remove the resource, and apply again.`;
}
