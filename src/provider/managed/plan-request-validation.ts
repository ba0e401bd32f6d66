import type * as z from "zod/mini";
import type { BodyProblem } from "../../client/request-body";
import type { FormBody } from "../../service/form";
import { kinds } from "../../service/kinds";
import { isFullyKnown, type PlanCall, pathText, rejectNulls, type Value } from "../../terraform";
import type { Account } from "../account";
import { letProcessEndQuickly } from "../quick-exit";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { plannedBodies } from "./planned-bodies";
import { createFields, namesOf } from "./wire";

type ObjectPlan = PlanCall<ObjectAttributes, Account>;

/**
 * Rejects a plan whose create or update the client would not send. The apply would fail too late: it deletes a replaced
 * object before it creates the new one. Unknown values are accepted, except by {@link rejectUnknownSecrets}.
 */
export async function planRequestValidation(object: AnyManagedObject, call: ObjectPlan): Promise<void> {
  const { prior, replacePaths, isReplacement } = call;
  if (replacePaths.length > 0 || isReplacement) rejectUnknownSecrets(object, call);
  // Terraform plans the new object next.
  if (prior !== null && replacePaths.length > 0) return;
  const { create, update } = plannedBodies(object, call);
  if (create === undefined && Object.keys(update ?? {}).length === 0) return;
  checks ??= await loadChecks();
  const { bodyProblems, createRequests, updateRequests } = checks;
  const check = (schema: z.ZodMiniType<FormBody>, body: object) => {
    for (const problem of bodyProblems(schema, body)) report(object, call, body, problem);
  };
  if (create !== undefined) {
    rejectUnsentNulls(object, call);
    check(createRequests[object.kind], create);
  }
  if (update !== undefined) check(updateRequests[object.kind], update);
}

/** The module that checks requests, once it is loaded: each import of it would copy its exports. */
let checks: Awaited<ReturnType<typeof loadChecks>> | undefined;

function loadChecks() {
  // V8 accepts the code caches of modules that load late only with these flags.
  letProcessEndQuickly();
  return import("./request-checks");
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

/** Reports a problem at its attribute, unless that is unknown or has an error already. */
function report(
  { attributes }: AnyManagedObject,
  { config, plan, diagnostics }: ObjectPlan,
  body: object,
  { path, requirement }: BodyProblem,
): void {
  const [field = "", ...steps] = path.map(String);
  const names = namesOf(attributes, field, config);
  const [name] = names;
  const isOpen = path.length > 0 && !(field in body);
  if (isOpen && names.some((each) => !isFullyKnown((plan[each] ?? config[each] ?? null) as Value))) return;
  if (name === undefined) {
    diagnostics.error("Invalid configuration", `${path.map(String).join(".") || "It"} ${requirement}.`);
    return;
  }
  const attribute = { attribute: name };
  const isMap = attributes[name]?.type.kind === "map";
  const place = isMap ? [attribute, ...steps.map((key) => ({ key }))] : [attribute];
  const subject = !isMap && steps.length > 0 ? `An element of ${name}` : pathText([attribute]);
  const hasError = diagnostics.list.some(
    ({ severity, path: other }) =>
      severity === "error" && other !== undefined && pathText(other) === pathText(place),
  );
  if (!hasError) diagnostics.error(`Invalid ${name}`, `${subject} ${requirement}.`, place);
}
