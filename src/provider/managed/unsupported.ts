import { kinds } from "../../service/kinds";
import { isLegacyKind, type LegacyKind } from "../../service/legacy/kinds";
import {
  isCreateOnlyField,
  unsupportedFields,
  unsupportedKindReason,
} from "../../service/legacy/unsupported";
import {
  type Diagnostic,
  type Diagnostics,
  equal,
  identical,
  isFullyKnown,
  type ObjectValue,
  objectType,
  type PlanCall,
} from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject, ObjectAttributes, PlanDestroyCall } from "./object";
import { plannedBodies } from "./planned-bodies";
import { namesOf, wireFields } from "./wire";

type ObjectPlan = PlanCall<ObjectAttributes, Account>;

const remedy = 'set api_version = "4.0" in the provider\'s configuration';

/**
 * Plans changes that the API version does not support: an error at each attribute that cannot be sent, and replacement for
 * each attribute that cannot be changed in place. Unchanged values are never sent, so they are accepted. Unknown values are
 * accepted, too: Terraform plans again during the apply, when they are known.
 */
export function planUnsupported(object: AnyManagedObject, call: ObjectPlan): void {
  const { context, diagnostics, prior, plan } = call;
  if (context?.apiVersion !== "3.0") return;
  if (prior !== null && isLegacyKind(object.kind)) {
    for (const name of changedImmutables(object, object.kind, prior as ObjectValue, plan as ObjectValue)) {
      call.requireReplace([{ attribute: name }]);
      warnOfReplacement(object, name, diagnostics);
    }
    // A replaced object is not updated, and Terraform plans the new object separately.
    if (call.replacePaths.length > 0) return;
  }
  for (const found of unsupportedChanges(object, call)) diagnostics.add(found);
}

/** Reports at plan time that objects of a kind that the API version lacks cannot be destroyed. */
export function planDestroyUnsupported(
  { kind }: AnyManagedObject,
  { context, diagnostics, prior }: PlanDestroyCall,
): void {
  if (context === undefined || context.knows(kind)) return;
  const { title, plural } = kinds[kind];
  diagnostics.error(
    `API version ${context.apiVersion} has no ${plural}`,
    `The ${title} ${prior.id} cannot be destroyed: ${unsupportedKindReason(kind)}. To destroy it, ${remedy}. To keep it in the account and remove it from state, run: terraform state rm <address of this resource>`,
  );
}

function unsupportedChanges(object: AnyManagedObject, call: ObjectPlan): Diagnostic[] {
  const { attributes, kind } = object;
  const { config } = call;
  const prior = call.prior as ObjectValue | null;
  const plan = call.plan as ObjectValue;
  if (!isLegacyKind(kind)) {
    const isSame = prior !== null && identical(objectType(attributes), plan, prior);
    return isSame ? [] : [kindError(object, prior === null)];
  }
  const { create = {}, update = {} } = plannedBodies(object, call);
  const found = [
    ...unsupportedFields("create", kind, create),
    ...unsupportedFields("update", kind, update).filter(({ field }) => !isCreateOnlyField(kind, field)),
  ];
  return found.map(({ field, reason }) => {
    const [name = field] = namesOf(attributes, field, config);
    return fieldError(name, reason, prior === null);
  });
}

/** Changed attributes that version 4.0 can update in place, and version 3.0 cannot. */
function changedImmutables(
  { attributes }: AnyManagedObject,
  kind: LegacyKind,
  prior: ObjectValue,
  plan: ObjectValue,
): string[] {
  return wireFields(attributes)
    .filter(({ field, attribute }) => isCreateOnlyField(kind, field) && attribute.parts.replaces !== true)
    .filter(({ name, attribute }) => {
      const after = plan[name] ?? null;
      return !isFullyKnown(after) || !equal(attribute.type, prior[name] ?? null, after);
    })
    .map(({ name }) => name);
}

function kindError({ kind }: AnyManagedObject, isNew: boolean): Diagnostic {
  return {
    severity: "error",
    summary: `API version 3.0 has no ${kinds[kind].plural}`,
    detail: `This ${kinds[kind].title} cannot be ${isNew ? "created" : "changed"}: ${unsupportedKindReason(kind)}. To manage it, ${remedy}.`,
  };
}

function fieldError(name: string, reason: string, isNew: boolean): Diagnostic {
  const [done, undo] = isNew ? ["sent", "Remove it"] : ["changed", "Set it to its value in state"];
  return {
    severity: "error",
    summary: `${name} not supported by API version 3.0`,
    detail: `This ${name} cannot be ${done}: ${reason}. ${undo}, or ${remedy}.`,
    path: [{ attribute: name }],
  };
}

function warnOfReplacement({ kind }: AnyManagedObject, name: string, diagnostics: Diagnostics): void {
  const { title } = kinds[kind];
  diagnostics.warning(
    `API version 3.0 forces replacement of ${title}`,
    `API version 3.0 cannot change ${name} in place. The ${title} is replaced and may need to be confirmed again. To change it in place, ${remedy}.`,
    [{ attribute: name }],
  );
}
