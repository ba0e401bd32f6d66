import { kinds } from "../../service/kinds";
import { isLegacyKind, type LegacyKind } from "../../service/legacy/kinds";
import {
  isCreateOnlyField,
  unsupportedFields,
  unsupportedKindReason,
} from "../../service/legacy/unsupported";
import {
  type Attributes,
  areBothEmpty,
  equal,
  identical,
  isFullyKnown,
  type ObjectValue,
  objectType,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import { createBody, updateBody } from "./api-fields";
import { missingMembers } from "./notes";
import type { AnyManagedObject, DestroyPlan, ObjectPlan } from "./object";
import { sentFields, wireFields } from "./wire";

const remedy = 'set api_version = "4.0" in the provider\'s configuration';

/** Plans changes that the API version does not support. Unchanged values are never sent, so they are accepted. */
export function planUnsupported(object: AnyManagedObject, call: ObjectPlan): void {
  const { kind } = object;
  if (call.context?.apiVersion !== "3.0") return;
  if (isLegacyKind(kind)) planUnsupportedFields(object, kind, call);
  else planUnsupportedKind(object, call);
}

/** Reports at plan time that objects of a kind that the API version lacks cannot be destroyed. */
export function planDestroyUnsupported(object: AnyManagedObject, context: Account, call: DestroyPlan): void {
  const { kind } = object;
  const { diagnostics, prior } = call;
  if (context.knows(kind)) return;
  const { title, plural } = kinds[kind];
  diagnostics.error(
    `API version ${context.apiVersion} has no ${plural}`,
    `The ${title} ${prior.id} cannot be destroyed: ${unsupportedKindReason(kind)}. To destroy it, ${remedy}. To keep it in the account and remove it from state, run: terraform state rm <address of this resource>`,
  );
}

function planUnsupportedKind({ attributes, kind }: AnyManagedObject, call: ObjectPlan): void {
  const { diagnostics, plan, prior } = call;
  if (prior !== null && identical(objectType(attributes), plan, prior)) return;
  const { title, plural } = kinds[kind];
  diagnostics.error(
    `API version 3.0 has no ${plural}`,
    `This ${title} cannot be ${prior === null ? "created" : "changed"}: ${unsupportedKindReason(kind)}. To manage it, ${remedy}.`,
  );
}

/**
 * Plans an error at each attribute that cannot be sent, and replacement for each attribute that cannot be changed in place.
 * Unknown values are accepted: Terraform plans again during the apply, when they are known.
 */
function planUnsupportedFields(object: AnyManagedObject, kind: LegacyKind, call: ObjectPlan): void {
  const { attributes } = object;
  const { config, diagnostics, plan, prior, privateState } = call;
  if (prior !== null) {
    const { title } = kinds[kind];
    // Version 4.0 can update these in place.
    const immutables = wireFields(attributes).filter(
      ({ field, attribute }) => isCreateOnlyField(kind, field) && attribute.parts.replaces !== true,
    );
    for (const { name, attribute } of immutables) {
      const after = plan[name] ?? null;
      if (isFullyKnown(after) && equal(attribute.type, prior[name] ?? null, after)) continue;
      call.requireReplace([{ attribute: name }]);
      diagnostics.warning(
        `API version 3.0 forces replacement of ${title}`,
        `API version 3.0 cannot change ${name} in place. The ${title} is replaced and may need to be confirmed again. To change it in place, ${remedy}.`,
        [{ attribute: name }],
      );
    }
    // A replaced object is not updated, and Terraform plans the new object separately.
    if (call.replacePaths.length > 0) return;
  }
  // Missing hosts of a subnet are recreated as planned.
  const isCreating = prior === null || missingMembers.of(privateState).length > 0;
  const configured = Object.entries((object.createFields?.(call) ?? {}) as ObjectValue);
  const known = Object.fromEntries(configured.filter(([, value]) => isFullyKnown(value)));
  const created = isCreating ? { ...createBody(attributes, plan).body, ...known } : {};
  const updated = prior === null ? {} : updateBody(attributes, prior, plan).body;
  const [done, undo] = prior === null ? ["sent", "Remove it"] : ["changed", "Set it to its value in state"];
  for (const { field, reason } of [
    ...unsupportedFields("create", kind, created),
    ...unsupportedFields("update", kind, updated).filter(({ field }) => !isCreateOnlyField(kind, field)),
  ]) {
    const name = nameOf(attributes, field, config);
    diagnostics.error(
      `${name} not supported by API version 3.0`,
      `This ${name} cannot be ${done}: ${reason}. ${undo}, or ${remedy}.`,
      [{ attribute: name }],
    );
  }
}

/** The attribute that sends a field. Of several, only one is configured. */
function nameOf(attributes: Attributes, field: string, config: Readonly<Record<string, unknown>>): string {
  const sending = sentFields(attributes).filter((sent) => sent.field === field);
  const configured = sending.find(
    ({ name, attribute }) => !areBothEmpty(attribute, (config[name] ?? null) as Value, null),
  );
  return (configured ?? sending[0])?.name ?? field;
}
