import { kinds } from "../../service/kinds";
import { mayBeSame } from "../../service/same";
import type { Account } from "../account";
import type { Entry } from "./identity/ledger";
import { compareResources, haveSameKey } from "./identity/who-has";
import {
  type AnyManagedObject,
  type DestroyPlan,
  type Identified,
  idsOf,
  keyField,
  type ObjectPlan,
} from "./object";

/**
 * Reports that two resources are one object: by its SID, by a natural key that only one object should have, or because a new
 * object would be the same as a managed one. Terraform plans in any order, so the resource that is planned last reports it. It
 * plans a replacement twice, the second time as an object to be created, which is ignored.
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
  planTwin(object, context, call);
  ledger.add("planned", id, { ...plan });
  if (prior === null || replacePaths.length > 0) return;
  ledger.add("kept", prior.id, prior);
  if (ledger.has("ending", prior.id)) reportLoss(object, call, prior.id);
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
  const { id } = call.prior;
  ledger.addIds("ending", [id]);
  if (ledger.has("kept", id)) reportLoss(object, call, id);
}

/**
 * Reports a new resource that matches an object that another resource keeps. Terraform does not show unchanged resources to an
 * apply, so the apply would report that object as unmanaged, or adopt it.
 */
function planTwin(object: AnyManagedObject, context: Account, call: ObjectPlan): void {
  const { prior, plan, replacePaths } = call;
  if (context.rules.allowDuplicates || object.key.unique === "error" || replacePaths.length > 0) return;
  const ledger = context.ledger(object);
  const values = prior ?? plan;
  const others =
    prior === null
      ? ledger.withKey("kept", values)
      : ledger.withKey("planned", values).filter(({ id }) => id === undefined);
  const likenessOf = (other: Entry) => compareResources(object, values, other.values as Identified);
  const twin = others.find((other) => mayBeSame(likenessOf(other)));
  const id = prior?.id ?? twin?.id;
  if (twin === undefined || id === undefined || ledger.has("created", id)) return;
  const { title } = kinds[object.kind];
  const [owner, other] =
    prior === null
      ? ["another resource of this configuration", "this new resource"]
      : ["this resource", "another, new resource"];
  const isExact = likenessOf(twin) === "same";
  const isAdopting = context.rules.adoptIdentical === true && isExact;
  const consequence = isAdopting
    ? "With adopt_identical, the apply would let both manage it."
    : `The apply will not create a second ${title}.`;
  call.diagnostics.add({
    severity: isAdopting ? "error" : "warning",
    summary: `Two resources for one ${title}`,
    detail: [
      `The ${title} ${id} is managed by ${owner} and ${isExact ? "matches" : "may be the same as"} ${other}. ${consequence}`,
      `- If the resource was renamed, add a moved block.\n- To create a second ${title}, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true.`,
    ].join("\n\n"),
  });
}

/** Records that a planned object has been created, so that a later plan does not count it twice. */
export function noteCreated(object: AnyManagedObject, account: Account, state: Identified): void {
  const isPlanned = ({ id, values }: Entry) => id === undefined && haveSameKey(object, values, state);
  const planned = account.ledger(object).withKey("planned", state).find(isPlanned);
  if (planned !== undefined) planned.id = state.id;
}
