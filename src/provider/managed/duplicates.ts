import { kinds } from "../../service/kinds";
import type { ObjectValue, PlanCall } from "../../terraform";
import type { Account } from "../account";
import { createBody, isIdentifiable } from "./api-fields";
import { keyField, keyText, matchesRequest } from "./match-created";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { ownershipOf } from "./ownership";
import { notePlanned, plannedObjects } from "./planned-objects";

/**
 * Reports a new resource that matches an object that another resource of the run manages. Terraform does not show unchanged
 * resources to an apply, so the apply would report that object as unmanaged, or adopt it. The resource that is planned last
 * reports it, because Terraform plans in any order.
 */
export function planDuplicates(object: AnyManagedObject, call: PlanCall<ObjectAttributes, Account>): void {
  const { context, prior, replacePaths, isReplacement } = call;
  if (context === undefined || isReplacement) return;
  if (prior !== null) planSharedId(object, call);
  if (object.uniqueKey || replacePaths.length > 0 || context.rules.allowDuplicates) return;
  const values = (prior ?? call.plan) as ObjectValue;
  if (!isIdentifiable(object.attributes, values)) return;
  const others = notePlanned(object.kind, `as ${keyText(object, values)}`, { ...call, plan: values });
  const duplicate = others.find((other) => {
    const isNewAndManaged = (prior === null) !== (other.id === undefined);
    return isNewAndManaged && isSame(object, values, other.values as ObjectValue);
  });
  const id = String(prior?.id ?? duplicate?.id);
  if (duplicate !== undefined && !ownershipOf(context, object.kind).isCreated(id)) report(object, call, id);
}

/** Whether each of two could be the object that the other one creates. */
function isSame(object: AnyManagedObject, one: ObjectValue, other: ObjectValue): boolean {
  const { attributes } = object;
  const [a, b] = [createBody(attributes, one).body, createBody(attributes, other).body];
  const key = keyField(object);
  const fits = (reported: object, sent: object) =>
    matchesRequest(attributes, { id: "", ...reported }, { ...sent }, key);
  return fits(a, b) && fits(b, a);
}

function report(
  { kind }: AnyManagedObject,
  { context, prior, diagnostics }: PlanCall<ObjectAttributes, Account>,
  id: string,
): void {
  const { title } = kinds[kind];
  const [owner, other] =
    prior === null
      ? ["another resource of this configuration", "this new resource"]
      : ["this resource", "another, new resource"];
  const isAdopting = context?.rules.adoptIdentical === true;
  const what = isAdopting
    ? "With adopt_identical, the apply would let both manage it."
    : `The apply will not create a second ${title}.`;
  diagnostics.add({
    severity: isAdopting ? "error" : "warning",
    summary: `Two resources for one ${title}`,
    detail: [
      `The ${title} ${id} is managed by ${owner} and matches ${other} exactly. ${what}`,
      `- If the resource was renamed, add a moved block.\n- To create a second ${title}, run this apply with RBLMONITOR_ALLOW_DUPLICATES=true.`,
    ].join("\n\n"),
  });
}

/** Warns of an object that two resources of the state manage, for example after an import at two addresses. */
function planSharedId({ kind }: AnyManagedObject, call: PlanCall<ObjectAttributes, Account>): void {
  const { context, prior, diagnostics } = call;
  const { title } = kinds[kind];
  if (context === undefined || prior?.id == null) return;
  const key = `id ${prior.id}`;
  const isShared = plannedObjects(context, kind, key).length > 0;
  notePlanned(kind, key, call);
  if (!isShared) return;
  diagnostics.warning(
    `Two resources manage one ${title}`,
    `Another resource of this configuration also manages ${prior.id}. Destroying either resource deletes the ${title}. To remove one of them from state, run: terraform state rm <its address>`,
  );
}
