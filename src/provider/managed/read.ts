import { mapInBatches } from "../../client/batches";
import { ServiceError } from "../../client/errors";
import { kinds, paidKinds } from "../../service/kinds";
import { unsupportedKindReason } from "../../service/legacy/unsupported";
import { unreadableValues } from "../../service/responses";
import { concludeNothing } from "../../snapshot/gaps";
import type { ObjectValue } from "../../terraform";
import { sentence } from "../service-diagnostic";
import { abbreviated } from "../text";
import type { ApiObject } from "./api-fields";
import { noteFlagMoved } from "./default-flag";
import { withRelated } from "./identity/who-has";
import { mergeValues, warnOfMixed } from "./mixed-values";
import { mixedValues, objectCountOf, statusNotes } from "./notes";
import {
  type AnyManagedObject,
  type Call,
  type Identified,
  idsIn,
  idsOf,
  type ObjectRead,
  type ServiceObjects,
} from "./object";
import { withKnownStatus } from "./status-words";
import { idsShownAsBefore, withConfiguredForms } from "./stored-forms";
import { wireFields } from "./wire";

/** Refreshes a resource; null if none of its objects exists. */
export async function readObject(object: AnyManagedObject, call: ObjectRead): Promise<Identified | null> {
  const { context, privateState, state } = call;
  if (!context.knows(object.kind)) {
    const { plural } = kinds[object.kind];
    if (context.ledger(object).claimReport("reads"))
      call.diagnostics.warning(
        `No refresh of ${plural}`,
        `${sentence(unsupportedKindReason(object.kind))} Their state stays as it is, even if it is outdated. To refresh and change them, set api_version = "4.0" in the provider's configuration.`,
      );
    return state;
  }
  const ids = idsOf(object, state);
  context.ledger(object).addState(state.id, state, ids);
  const reader = await context.reader(object.kind);
  const expected = Math.max(ids.length, objectCountOf(privateState));
  let refused: ServiceError | undefined;
  const answers = await mapInBatches(ids, (id) =>
    reader.read(id, expected).catch((thrown: unknown) => {
      if (reader.listRefusal === undefined || !isOfPlan(object, thrown)) throw thrown;
      refused = thrown;
      return undefined;
    }),
  );
  if (refused !== undefined) {
    warnOfPlan(object, call, refused, "Their state stays as it is, even if it is outdated.");
    return state;
  }
  if (reader.listRefusal !== undefined)
    warnOfPlan(object, call, reader.listRefusal, "They were read by their SIDs instead.");
  const missing = ids.filter((_, index) => answers[index] === undefined);
  if (missing.length > 0 && statusNotes.of(privateState).isHidden) {
    const { title, plural } = kinds[object.kind];
    call.diagnostics.warning(
      `Hidden ${plural}`,
      `The service does not return ${abbreviated(missing)}, as it did not right after the apply that paused or created the ${title}. State keeps it, so that no second one is created, and plans do not show what was changed elsewhere. If it was deleted, remove it from state: terraform state rm <address of this resource>`,
    );
    return state;
  }
  const read = answers.filter((answer) => answer !== undefined);
  const current = await withRelated(object, state, read, () => reader.readAll(concludeNothing));
  if (current.length === 0) return null;
  context.ledger(object).addIds("state", idsIn(current));
  for (const each of current) warnOfUnreadable(object, call, each);
  const known = withKnownStatus(object, call, await withoutLag(object, call, current), state);
  const objects = withConfiguredForms(object, call, known, state);
  const own = "members" in state && state.members === null ? undefined : state;
  const isRest = ids.length > 1 && objects.length === 1;
  const { shared, odd } = await mergeValues(object.attributes, objects, own, isRest);
  mixedValues.set(privateState, odd);
  await noteFlagMoved(object, call, objects[0]);
  const more = await (object.observed ?? object.membership?.observed)?.({ ...call, objects, missing });
  const now = withDefaults(object, { ...state, ...shared, ...(more as ObjectValue | undefined) });
  warnOfMixed(object, call, now, odd);
  return now;
}

/** Reads what a list shows as it was before the last update once more, by SID. */
async function withoutLag(object: AnyManagedObject, call: ObjectRead, objects: ServiceObjects) {
  const ids = idsShownAsBefore(object, call, objects, call.state);
  if (ids.length === 0) return objects;
  const reader = await call.context.reader(object.kind);
  const fresh = await reader.readManyFresh(ids, { signal: call.signal }).catch(() => []);
  const byId = new Map(fresh.map((each) => [each.id, each]));
  return objects.map((each) => byId.get(each.id) ?? each);
}

/** Whether the service refuses an object of a kind that only paid plans have, as after a change to a free plan. */
function isOfPlan({ kind }: AnyManagedObject, thrown: unknown): thrown is ServiceError {
  return thrown instanceof ServiceError && thrown.kind === "forbidden" && paidKinds.includes(kind);
}

function warnOfPlan(object: AnyManagedObject, call: Call, refusal: ServiceError, how: string): void {
  const { plural } = kinds[object.kind];
  if (!call.context.ledger(object).claimReport("reads")) return;
  call.diagnostics.warning(
    `No access to ${plural}`,
    `${sentence(refusal.message)} ${how} The account's plan may no longer include ${plural}: none can be created or changed. To keep one in the account and remove it from state, run: terraform state rm <address of this resource>`,
  );
}

/** Warns of returned values that nothing can read, once for each field of the kind: the state keeps its own. */
function warnOfUnreadable(object: AnyManagedObject, call: Call, shown: ApiObject): void {
  const { kind, attributes, additionalSecrets } = object;
  const ledger = call.context.ledger(object);
  const fields = [{ name: "paused", field: "status" }, ...wireFields(attributes)];
  for (const [field, value] of unreadableValues.get(shown) ?? []) {
    const name = fields.find((each) => each.field === field && each.name in attributes)?.name;
    if (name === undefined || !ledger.claimReport(field)) continue;
    const text = additionalSecrets === undefined ? JSON.stringify(value).slice(0, 100) : "a value";
    call.diagnostics.warning(
      `Unreadable value of ${name}`,
      `The service returns ${text} as ${field} of the ${kinds[kind].title} ${shown.id}, perhaps of others, too. The provider cannot read it. State keeps the value of the last apply, and plans do not show what was changed elsewhere.`,
      [{ attribute: name }],
    );
  }
}

/** Assumes the defaults for values that neither the API returns nor the state has, as after an import. */
function withDefaults(object: AnyManagedObject, state: Identified): Identified {
  const defaults = Object.entries(object.attributes)
    .filter(([name, { parts }]) => parts.presence === "defaulted" && (state[name] ?? null) === null)
    .map(([name, { parts }]) => [name, parts.defaultValue] as const);
  return { ...state, ...(Object.fromEntries(defaults) as ObjectValue) };
}
