import { kinds } from "../../service/kinds";
import { isFullyKnown, type PlanCall, rejectNulls, type Value } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { createFields } from "./wire";

type ObjectPlan = PlanCall<ObjectAttributes, Account>;

/**
 * Rejects a plan whose create would fail for values that only creates send. The apply would fail too late: it deletes a
 * replaced object before it creates the new one. Other values are validated with the configuration.
 */
export function planCreateFields(object: AnyManagedObject, call: ObjectPlan): void {
  const { prior, replacePaths, isReplacement } = call;
  if (replacePaths.length > 0 || isReplacement) rejectUnknownSecrets(object, call);
  // Terraform plans the new object of a replacement next.
  if (prior === null) rejectUnsentNulls(object, call);
}

/**
 * Rejects unknown write-only values of a replaced object: no plan shows them, and if they become null or invalid, the old
 * object is deleted and no new one is created.
 */
function rejectUnknownSecrets({ attributes, kind }: AnyManagedObject, call: ObjectPlan): void {
  const { title } = kinds[kind];
  for (const { name } of createFields(attributes)) {
    const isKnown = isFullyKnown(call.config[name] as Value);
    if (attributes[name]?.parts.writeOnly !== true || isKnown) continue;
    call.diagnostics.error(
      `Unknown ${name} during replacement`,
      `Terraform deletes this ${title} before it knows ${name}. If ${name} then is null or invalid, the ${title} is lost. First apply the resource that ${name} comes from: terraform apply -target=<its address>. Then apply the rest.`,
      [{ attribute: name }],
    );
  }
}

/** Rejects null elements of values that only a create sends. Validation accepts them otherwise. */
function rejectUnsentNulls({ attributes }: AnyManagedObject, { config, diagnostics }: ObjectPlan): void {
  for (const { name } of createFields(attributes)) {
    const attribute = attributes[name];
    if (attribute) rejectNulls(attribute.type, config[name] as Value, diagnostics, [{ attribute: name }]);
  }
}
