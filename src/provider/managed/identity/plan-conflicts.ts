import { kinds } from "../../../service/kinds";
import type { Likeness } from "../../../service/same";
import type { ObjectValue, PlanCall } from "../../../terraform";
import type { Account } from "../../account";
import { createBody, isIdentifiable } from "../api-fields";
import {
  type AnyManagedObject,
  type Identified,
  idsOf,
  keyField,
  type ObjectAttributes,
  type PlanDestroyCall,
} from "../object";
import type { Entry } from "./ledger";
import { compareFields, mayBeSame } from "./look-alikes";
import { type Fields, keyRuleOf } from "./natural-key";

type ObjectPlan = PlanCall<ObjectAttributes, Account>;

/**
 * Reports that two resources are one object: by its SID, by a natural key that only one object should have, or because a new
 * object would be the same as a managed one. Terraform plans in any order, so the resource that is planned last reports it. It
 * plans a replacement twice, the second time as an object to be created, which is ignored.
 */
export function planConflicts(object: AnyManagedObject, call: ObjectPlan): void {
  const { context, prior, plan, replacePaths, isReplacement } = call;
  if (context === undefined || isReplacement) return;
  const ledger = context.ledger(object);
  const id = prior?.id ?? undefined;
  // Without a refresh, nothing else shows whose object it is.
  if (id !== undefined) ledger.addState(id, prior as Identified, idsOf(object, prior as Identified));
  if (id !== undefined && ledger.has("planned", id)) {
    const { title } = kinds[object.kind];
    // For example after an import at two addresses.
    call.diagnostics.warning(
      `Two resources manage one ${title}`,
      `Another resource of this configuration also manages ${id}. Destroying either resource deletes the ${title}. To remove one of them from state, run: terraform state rm <its address>`,
    );
  }
  planSharedKey(object, call);
  planTwin(object, call);
  ledger.add("planned", id, { ...plan });
  if (prior === null || replacePaths.length > 0) return;
  ledger.add("kept", id, prior);
  if (id !== undefined && ledger.has("ending", id)) reportLoss(object, call, id);
}

/** Reports that a plan destroys the object of a resource that it keeps, as when one of the two was adopted with `-target`. */
function reportLoss(
  { kind }: AnyManagedObject,
  { diagnostics }: Pick<ObjectPlan, "diagnostics">,
  id: string,
): void {
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
function planSharedKey(object: AnyManagedObject, call: ObjectPlan): void {
  const { context, diagnostics, prior, plan } = call;
  if (context === undefined || object.uniqueKey === undefined) return;
  const ledger = context.ledger(object);
  const isOther = (entry: Entry) =>
    (entry.id === undefined || entry.id !== prior?.id) && hasSameKey(object, plan, entry.values);
  const planned = ledger.withKey("planned", plan).find(isOther);
  if (planned !== undefined) {
    const { title } = kinds[object.kind];
    const key = keyField(object);
    const other = `${planned.values[key]}${planned.id === undefined ? "" : ` (${planned.id})`}`;
    const isKept = prior !== null && call.replacePaths.length === 0;
    const bothExist = isKept && planned.id !== undefined && ledger.has("kept", planned.id);
    const advice = bothExist
      ? "The account has both, and the apply keeps both. To delete one of them, remove its resource."
      : `Remove one of them, or change its ${key}.`;
    diagnostics.add({
      severity: bothExist ? "warning" : object.uniqueKey,
      summary: `Two resources for one ${title}`,
      detail: `Another resource of this configuration has ${other}, and this resource has ${plan[key]}. ${advice}`,
      path: [{ attribute: key }],
    });
  }
}

/** Reports a planned destruction of an object that another resource keeps. */
export function planConflictsOfDestroyed(object: AnyManagedObject, call: PlanDestroyCall): void {
  const { context, prior } = call;
  if (context === undefined || prior.id === null) return;
  const ledger = context.ledger(object);
  ledger.addIds("ending", [prior.id]);
  if (ledger.has("kept", prior.id)) reportLoss(object, call, prior.id);
}

/**
 * Reports a new resource that matches an object that another resource keeps. Terraform does not show unchanged resources to an
 * apply, so the apply would report that object as unmanaged, or adopt it.
 */
function planTwin(object: AnyManagedObject, call: ObjectPlan): void {
  const { context, prior, plan, replacePaths } = call;
  if (context === undefined || context.rules.allowDuplicates) return;
  if (object.uniqueKey === "error" || replacePaths.length > 0) return;
  const ledger = context.ledger(object);
  const values = (prior ?? plan) as ObjectValue;
  const others =
    prior === null
      ? ledger.withKey("kept", values)
      : ledger.withKey("planned", values).filter(({ id }) => id === undefined);
  const twin = others.find((other) => isTwin(object, values, other.values as ObjectValue, mayBeSame));
  const id = prior?.id ?? twin?.id;
  if (twin === undefined || id === undefined || ledger.has("created", id)) return;
  const { title } = kinds[object.kind];
  const [owner, other] =
    prior === null
      ? ["another resource of this configuration", "this new resource"]
      : ["this resource", "another, new resource"];
  const isExact = isTwin(object, values, twin.values as ObjectValue, (likeness) => likeness === "same");
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

/** Whether each of two resources could have the object that the other one creates. */
function isTwin(
  object: AnyManagedObject,
  values: ObjectValue,
  other: ObjectValue,
  isAlike: (likeness: Likeness | undefined) => boolean,
): boolean {
  const { attributes } = object;
  if (![values, other].every((each) => isIdentifiable(attributes, each))) return false;
  const [a, b] = [createBody(attributes, values).body, createBody(attributes, other).body];
  const { compare } = keyRuleOf(object);
  const fits = (reported: Fields, sent: Fields) =>
    isAlike(compare(sent, reported)) && isAlike(compareFields(object, sent, reported));
  return fits(a, b) && fits(b, a);
}

/** Records that a planned object has been created, so that a later plan does not count it twice. */
export function noteCreated(
  object: AnyManagedObject,
  account: Account,
  state: Fields & { id: string },
): void {
  const isPlanned = ({ id, values }: Entry) => id === undefined && hasSameKey(object, values, state);
  const planned = account.ledger(object).withKey("planned", state).find(isPlanned);
  if (planned !== undefined) planned.id = state.id;
}

/** Whether two objects have the same key, or share an address. The service may hide a part of a key, a configuration not. */
function hasSameKey(object: AnyManagedObject, a: Fields, b: Fields): boolean {
  const { compare } = keyRuleOf(object);
  const isShared = (likeness: Likeness | undefined) => likeness === "same" || likeness === "overlapping";
  return isShared(compare(a, b)) && isShared(compare(b, a));
}
