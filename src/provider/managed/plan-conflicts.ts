import { referencesTo } from "../../service/fields";
import { kinds } from "../../service/kinds";
import { mayBeSame } from "../../service/same";
import type { ObjectValue } from "../../terraform";
import type { Account } from "../account";
import { capitalized } from "../text";
import type { Entry, Ledger } from "./identity/ledger";
import { compareResources, haveSameKey, mayHaveSameKey } from "./identity/who-has";
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
  if (prior === null) {
    const near = (origin: "kept" | "ending") => ledger.withKey(origin, plan).map(({ values }) => values);
    for (const kept of near("kept") as Identified[]) reportAdoption(object, context, call, kept, plan);
    for (const ending of near("ending") as Identified[]) reportRecreated(object, context, call, ending, plan);
  } else if (replacePaths.length === 0) {
    ledger.add("kept", prior.id, prior);
    if (ledger.has("ending", prior.id)) reportLoss(object, call, prior.id);
    for (const created of newLike(ledger, prior)) reportAdoption(object, context, call, prior, created);
  }
}

/** The new resources whose natural key may be that of an object. */
function newLike(ledger: Ledger, values: ObjectValue): readonly ObjectValue[] {
  const planned = ledger.withKey("planned", values).filter(({ id }) => id === undefined);
  return planned.map((entry) => entry.values as ObjectValue);
}

/** Reports that a plan destroys the object of a resource that it keeps, as when one of the two was adopted with `-target`. */
function reportLoss({ kind }: AnyManagedObject, { diagnostics }: ObjectPlan | DestroyPlan, id: string): void {
  const { title } = kinds[kind];
  diagnostics.error(
    `Destroy deletes the ${title} of another resource`,
    `Two resources manage ${id}. This plan keeps one of them and destroys the other one, which would delete the ${title} of both. To find their addresses, run: terraform state list -id=${id}\n\nThen remove the old one from state, and plan again: terraform state rm <its address>`,
  );
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

/** Reports a planned destruction of an object that another resource keeps. */
export function planConflictsOfDestroyed(
  object: AnyManagedObject,
  context: Account,
  call: DestroyPlan,
): void {
  const ledger = context.ledger(object);
  const { prior } = call;
  ledger.add("ending", prior.id, prior);
  if (ledger.has("kept", prior.id)) reportLoss(object, call, prior.id);
  for (const created of newLike(ledger, prior)) reportRecreated(object, context, call, prior, created);
}

/**
 * Reports that `adopt_identical` would let a new resource adopt the object that another one keeps: Terraform does not show unchanged
 * resources to an apply. Without it, the apply refuses the create, of which {@link planExisting} warns.
 */
function reportAdoption(
  object: AnyManagedObject,
  { rules }: Account,
  { diagnostics }: ObjectPlan,
  kept: Identified,
  created: ObjectValue,
): void {
  if (!rules.adoptIdentical || rules.allowDuplicates || object.key.unique === "error") return;
  if (compareResources(object, kept, created) !== "same") return;
  const { title } = kinds[object.kind];
  diagnostics.error(
    `Two resources for one ${title}`,
    `A resource of this configuration manages the ${title} ${kept.id}, and a new one is the same. With adopt_identical, the apply would let both manage it.\n\n- If the resource was renamed, add a moved block.\n- To create a second ${title}, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true.`,
  );
}

/**
 * Reports that the plan destroys an object and creates the same at another address, as after a rename without a moved block. It is
 * an error if others refer to objects of the kind: Terraform then creates the new one while the old one exists, which the apply
 * refuses, and only after that destroys the old one, which the service refuses.
 */
function reportRecreated(
  object: AnyManagedObject,
  context: Account,
  { diagnostics }: ObjectPlan | DestroyPlan,
  ending: Identified,
  created: ObjectValue,
): void {
  const { kind, key } = object;
  const isUsed = referencesTo(kind).length > 0;
  const isRecreated = isUsed
    ? !context.rules.allowDuplicates && mayBeSame(compareResources(object, ending, created))
    : mayHaveSameKey(object, ending, created);
  if (!isRecreated) return;
  const { title } = kinds[kind];
  const consequence = isUsed
    ? `The apply would stop half way: the provider does not create a second ${title} while the first exists, and the service may refuse to delete one that is in use.`
    : key.loss;
  const advice = isUsed
    ? [
        "Add one for each other renamed resource, too: a contact that is created again loses its confirmation, and a host its history.",
        `To replace the ${title} on purpose, choose another ${keyField(object)}. Or remove the old resource, apply, and then add the new one. To destroy everything, run: terraform destroy -refresh=false`,
      ]
    : [];
  diagnostics.add({
    severity: isUsed ? "error" : "warning",
    summary: `${capitalized(title)} destroyed and created again`,
    detail: [
      `This plan destroys the ${title} ${ending.id}${quotedName(ending)} and creates the same at another address. ${consequence}`,
      `${ifRenamed}\n\nTo find the old address, run: terraform state list -id=${ending.id}`,
      ...advice,
    ].join("\n\n"),
  });
}

/** Records that a planned object has been created, so that a later plan does not count it twice. */
export function noteCreated(object: AnyManagedObject, account: Account, state: Identified): void {
  const isPlanned = ({ id, values }: Entry) => id === undefined && haveSameKey(object, values, state);
  const planned = account.ledger(object).withKey("planned", state).find(isPlanned);
  if (planned !== undefined) planned.id = state.id;
}
