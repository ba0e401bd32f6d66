import { referencesTo } from "../../service/fields";
import { kinds } from "../../service/kinds";
import { mayBeSame } from "../../service/same";
import type { Diagnostics, ObjectValue } from "../../terraform";
import type { Account } from "../account";
import { capitalized } from "../text";
import type { Entry } from "./identity/ledger";
import { keyRuleOf } from "./identity/natural-key";
import { compareResources, haveSameKey } from "./identity/who-has";
import {
  type AnyManagedObject,
  type DestroyPlan,
  type Identified,
  idsOf,
  keyField,
  type ObjectPlan,
} from "./object";
import { ifRenamed } from "./plan-uses";
import { quotedName } from "./refusals";

/**
 * Reports that two resources are one object: by its SID, by a natural key that only one object should have, or because a new
 * object is the same as one that another resource keeps or destroys. Terraform plans in any order, so the resource that is planned
 * last reports it. It plans a replacement twice, the second time as an object to be created, which is ignored.
 */
export function planConflicts(object: AnyManagedObject, call: ObjectPlan): void {
  const { context, prior, plan, replacePaths, isReplacement } = call;
  if (context === undefined || isReplacement) return;
  const ledger = context.ledger(object);
  const id = prior?.id;
  // Without a refresh, nothing else shows whose object it is.
  if (prior !== null) ledger.addState(prior.id, prior, idsOf(object, prior));
  if (id !== undefined && ledger.has("planned", id)) {
    const { title } = kinds[object.kind];
    // For example after an import at two addresses.
    call.diagnostics.warning(
      `Two resources manage one ${title}`,
      `Another resource of this configuration also manages ${id}. Destroying either resource deletes the ${title}. To remove one of them from state, run: terraform state rm <its address>`,
    );
  }
  planSharedKey(object, context, call);
  ledger.add("planned", id, { ...plan });
  if (prior !== null) {
    if (replacePaths.length === 0) planManaged(object, context, call, prior, "kept");
    return;
  }
  for (const origin of ["kept", "ending"] as const)
    for (const { values } of ledger.withKey(origin, plan))
      reports[origin](object, context, call.diagnostics, values as Identified, plan);
}

/** Records an object that a plan keeps or destroys with its resource. Reports it if another resource has it, or creates the same. */
export function planManaged(
  object: AnyManagedObject,
  context: Account,
  { diagnostics }: ObjectPlan | DestroyPlan,
  managed: Identified,
  origin: keyof typeof reports,
): void {
  const { title } = kinds[object.kind];
  const { id } = managed;
  const ledger = context.ledger(object);
  ledger.add(origin, id, managed);
  // As when one of two resources was adopted with `-target`.
  if (ledger.has("kept", id) && ledger.has("ending", id))
    diagnostics.error(
      `Destroy deletes the ${title} of another resource`,
      `Two resources manage ${id}. This plan keeps one of them and destroys the other one, which would delete the ${title} of both. To find their addresses, run: terraform state list -id=${id}\n\nThen remove the old one from state, and plan again: terraform state rm <its address>`,
    );
  for (const planned of ledger.withKey("planned", managed))
    if (planned.id === undefined)
      reports[origin](object, context, diagnostics, managed, planned.values as ObjectValue);
}

/**
 * Reports a planned object that has the unique key of another planned one: only a warning if the account has both and
 * the plan keeps them, as after an import of two hosts with one address.
 */
function planSharedKey(object: AnyManagedObject, context: Account, call: ObjectPlan): void {
  const { diagnostics, prior, plan } = call;
  if (object.key.unique === undefined) return;
  const ledger = context.ledger(object);
  const isOther = (entry: Entry) =>
    (entry.id === undefined || entry.id !== prior?.id) && haveSameKey(object, plan, entry.values);
  const planned = ledger.withKey("planned", plan).find(isOther);
  if (planned !== undefined) {
    const { title } = kinds[object.kind];
    const key = keyField(object);
    const other = `${planned.values[key]}${planned.id === undefined ? "" : ` (${planned.id})`}`;
    const isKept = prior !== null && call.replacePaths.length === 0;
    const bothExist = isKept && planned.id !== undefined && ledger.has("kept", planned.id);
    const advice = bothExist
      ? "The account has both, and the apply keeps both. To delete one of them, remove its resource."
      : `Remove one of them, or change its ${key}.${object.membership === undefined ? "" : " A for_each over data.rblmonitor_hosts also has the hosts of subnets: filter by parent, which is null or empty for all others."}`;
    diagnostics.add({
      severity: bothExist ? "warning" : object.key.unique,
      summary: `Two resources for one ${title}`,
      detail: `Another resource of this configuration has ${other}, and this resource has ${plan[key]}. ${advice}`,
      path: [{ attribute: key }],
    });
  }
}

type Report = (
  object: AnyManagedObject,
  account: Account,
  diagnostics: Diagnostics,
  managed: Identified,
  created: ObjectValue,
) => void;

/**
 * Reports on the object of a resource and a new resource at another address whose natural key may be the same, by how this plan
 * treats the object.
 */
const reports: Readonly<Record<"kept" | "ending", Report>> = {
  /**
   * Reports that `adopt_identical` would let a new resource adopt the object that another one keeps: Terraform does not show unchanged
   * resources to an apply. Without it, the apply refuses the create, and {@link planExisting} warns.
   */
  kept(object, { rules }, diagnostics, managed, created) {
    if (!rules.adoptIdentical || rules.allowDuplicates || object.key.unique === "error") return;
    if (compareResources(object, managed, created) !== "same") return;
    const { title } = kinds[object.kind];
    diagnostics.error(
      `Two resources for one ${title}`,
      `A resource of this configuration manages the ${title} ${managed.id}, and a new one is the same. With adopt_identical, the apply would let both manage it.\n\n- If the resource was renamed, add a moved block.\n- To create a second ${title}, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true.`,
    );
  },

  /**
   * Reports that the plan destroys an object and creates the same at another address, as after a rename without a moved block. It is
   * an error if others refer to objects of the kind: Terraform then creates the new one while the old one exists, which the apply
   * refuses, and only after that destroys the old one, which the service refuses.
   */
  ending(object, { rules }, diagnostics, managed, created) {
    const { kind, key } = object;
    const isUsed = referencesTo(kind).length > 0;
    const likeness = isUsed
      ? compareResources(object, managed, created)
      : keyRuleOf(object).compare(created, managed);
    if (!mayBeSame(likeness) || (isUsed && rules.allowDuplicates)) return;
    const { title } = kinds[kind];
    const fact = `This plan destroys the ${title} ${managed.id}${quotedName(managed)} and creates the same at another address.`;
    const remedy = `${ifRenamed}\n\nTo find the old address, run: terraform state list -id=${managed.id}`;
    const summary = `${capitalized(title)} destroyed and created again`;
    if (!isUsed) {
      diagnostics.warning(summary, `${fact} ${key.loss ?? "Its history is lost."}\n\n${remedy}`);
      return;
    }
    diagnostics.error(
      summary,
      [
        `${fact} The apply may stop half way: the provider does not create a second ${title} while the first exists, and the service may refuse to delete one that is in use.`,
        remedy,
        "Add one for each other renamed resource, too: a contact that is created again loses its confirmation, and a host its history.",
        `To replace the ${title} on purpose, choose another ${keyField(object)}. Or remove the old resource, apply, and then add the new one.`,
      ].join("\n\n"),
    );
  },
};

/** Records that a planned object has been created, so that a later plan does not count it twice. */
export function noteCreated(object: AnyManagedObject, account: Account, state: Identified): void {
  const isPlanned = ({ id, values }: Entry) => id === undefined && haveSameKey(object, values, state);
  const planned = account.ledger(object).withKey("planned", state).find(isPlanned);
  if (planned !== undefined) planned.id = state.id;
}
