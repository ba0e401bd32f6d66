import { fields as accepted, references } from "../../service/fields";
import { type Kind, kinds, paidKinds } from "../../service/kinds";
import { isSid } from "../../service/sids";
import { readObject } from "../../service/wire-forms";
import { type AnyObject, type Fields, sidsIn } from "../account/objects";
import type { Service } from "../service";
import type { OpenPointSettings } from "../settings";
import { invalid, Refusal, validate } from "../validation";
import { kindRules } from "./kind-rules";

/*
 * Reads, creates, updates and deletes objects of every kind. Each function throws a Refusal for requests that the specification
 * rejects.
 */

/** Finds an object by the id in a path. @throws Refusal 400 for a malformed id, 404 if it does not exist */
export function findObject(kind: Kind, id: string, service: Service): AnyObject {
  assertPlan(kind, service);
  if (!isSid(kind, id)) throw new Refusal(400, `Bad request: invalid ${kinds[kind].title} SID.`);
  const object = service.account.get(kind, id);
  if (object === undefined) throw new Refusal(404, `The ${kinds[kind].title} does not exist.`);
  return object;
}

/** Creates an object, or several for a subnet. */
export function createObjects(kind: Kind, fields: Fields, service: Service): AnyObject[] {
  assertPlan(kind, service);
  const { account, settings } = service;
  const rules = kindRules[kind] ?? {};
  const complete = withOmissions(kind, fields, service);
  const valid = validate(withStringArgs(complete, settings), settings, accepted[kind], "create");
  const fieldsAsGiven = valid.args === undefined ? valid : { ...valid, args: complete.args };
  const kept = rules.createFields?.(fieldsAsGiven, service) ?? fieldsAsGiven;
  checkReferences(kind, kept, service);
  const objects = rules.create?.(kept, service) ?? [account.add(kind, kept)];
  for (const object of objects) rules.created?.(object, service);
  return objects;
}

/** Changes the given fields. */
export function updateObject(kind: Kind, id: string, fields: Fields, service: Service): void {
  const object = findObject(kind, id, service);
  const { account, settings } = service;
  const rules = kindRules[kind] ?? {};
  rules.beforeChange?.(object, service);
  const valid = validate(fields, settings, accepted[kind], "update");
  const changes = withoutIgnored(valid, service);
  const kept = rules.updateFields?.(changes, service, object) ?? changes;
  checkReferences(kind, kept, service);
  account.change(id, kept);
}

/** Deletes an object, unless a rule forbids it. */
export function deleteObject(kind: Kind, id: string, service: Service): void {
  const object = findObject(kind, id, service);
  const rules = kindRules[kind] ?? {};
  rules.beforeChange?.(object, service);
  rules.beforeDelete?.(object, service);
  service.account.remove(id);
  rules.deleted?.(object, service);
}

/** Pauses or resumes an object. @throws Refusal 409 if it already has this state (docs/design/api.md#states) */
export function setPaused(kind: Kind, id: string, paused: boolean, service: Service): void {
  const object = findObject(kind, id, service);
  kindRules[kind]?.beforeChange?.(object, service);
  if (object.paused === paused && !(paused && service.settings.pausePaused === "accept")) {
    throw new Refusal(409, `Conflict: the ${kinds[kind].title} is ${paused ? "already" : "not"} paused.`);
  }
  const confirms = kind === "contact" && !paused && service.settings.contactAfterResume === "active";
  service.account.change(id, {
    paused,
    ...(kind === "contact" && { authorized: false }),
    ...(confirms && { confirmed: true }),
  });
  if (!paused) kindRules[kind]?.resumed?.(findObject(kind, id, service), service);
}

/** Rejects profiles and sources on a free plan (docs/design/api.md#errors: 403). */
export function assertPlan(kind: Kind, { settings }: Service): void {
  if (!paidKinds.includes(kind) || settings.plan !== "free") return;
  throw new Refusal(403, `Forbidden: ${kinds[kind].plural} are not available on your plan.`);
}

/** Converts args to strings for validation, if the settings accept other values. */
function withStringArgs(fields: Fields, settings: OpenPointSettings): Fields {
  const args = settings.argsValues === "any" ? readObject(fields.args) : undefined;
  if (args === undefined) return fields;
  const texts = Object.entries(args).map(([key, value]) => [key, String(value)]);
  return { ...fields, args: Object.fromEntries(texts) };
}

/** Sets or drops fields of a new object according to the settings. */
function withOmissions(kind: Kind, fields: Fields, { account, settings }: Service): Fields {
  const omitted: Record<string, unknown> = {};
  const hasFixedFrequency = settings.plan !== "ultimate" || settings.omittedFrequency === "package";
  if (kind === "monitoring_profile" && hasFixedFrequency) omitted.frequency = settings.packageFrequency;
  const { contact_group } = account.defaultReferences(kind);
  if (contact_group !== undefined && settings.omittedContactGroup === "default-group") {
    omitted.contact_group = contact_group;
  }
  const { type, ...others } = fields;
  return { ...omitted, ...(kind === "host" && settings.hostType === "ignored" ? others : fields) };
}

/** @throws Refusal if a referenced object does not exist */
function checkReferences(kind: Kind, fields: Fields, { account, settings }: Service): void {
  for (const [field, referenced] of Object.entries(references[kind])) {
    const missing = sidsIn(fields[field]).find((sid) => account.get(referenced, sid) === undefined);
    if (missing !== undefined)
      throw invalid(settings, `${field}: there is no ${kinds[referenced].title} ${missing}`);
  }
}

/** Drops undefined fields, and empty lists if the settings ignore them (docs/design/open-points.md#17). */
function withoutIgnored(fields: Fields, { settings }: Service): Fields {
  const entries = Object.entries(fields).filter(([, value]) => {
    const empty = Array.isArray(value) && value.length === 0;
    return value !== undefined && !(empty && settings.emptyList === "ignored");
  });
  return Object.fromEntries(entries);
}
