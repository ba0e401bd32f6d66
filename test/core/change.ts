import type { AttributePath } from "../../src/terraform/protocol/generated/tfplugin6";
import { equal } from "../../src/terraform/values/equal";
import { asObject, type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import { isFullyKnown, Unknown, type Value } from "../../src/terraform/values/value";
import { type Declared, evaluated, type Lookup, typeAt } from "./configuration";
import { answeredIdentity, type Expected, type IdentityValue, sentIdentity } from "./identity";
import { writtenOnly } from "./instance";
import { planProblems } from "./plan-check";
import { decode, encode, type Plugin } from "./plugin";
import { proposedState } from "./proposed-state";
import { resultProblems } from "./result-check";
import type { ObjectSchema } from "./schema";
import type { Instance } from "./state";

/** What is done with an object, in the words of `terraform show -json`, joined by commas. */
export type Action = "no-op" | "create" | "update" | "delete" | "delete,create" | "create,delete";

/** A planned change of one object. */
export interface Change {
  readonly address: string;
  /** The key of a deposed object; absent for the current one. */
  readonly deposed?: string | undefined;
  readonly action: Action;
  readonly before: ObjectValue | null;
  readonly after: ObjectValue | null;
  /** The planned identity, which may be unknown. */
  readonly identity: IdentityValue;
  readonly private: Uint8Array;
  /** Where the values change that force a replacement. */
  readonly replacePaths?: readonly AttributePath[];
}

/** Whether an action replaces the object. */
export function isReplacement(action: Action): boolean {
  return action === "delete,create" || action === "create,delete";
}

/** What a plan is made from. */
export interface Wanted {
  readonly declared: Declared;
  readonly current: Instance | null;
  readonly createBeforeDestroy: boolean;
  readonly isReplacementForced?: boolean;
  /** The change planned before, when a plan is made again during an apply. */
  readonly earlier?: Change;
  readonly lookup: Lookup;
}

/** What a plan hands over of what was there, or was planned, before. */
interface Earlier {
  readonly priorPrivate: Uint8Array;
  readonly priorIdentity: IdentityValue;
  readonly plannedPrivate?: Uint8Array;
}

const invalidPlan = "Provider produced invalid plan";
const nothing = new Uint8Array();

/** Plans what to do so that an object is as declared. */
export async function plannedChange(plugin: Plugin, address: string, wanted: Wanted): Promise<Change> {
  const schema = plugin.schemaAt(address);
  const { current, earlier } = wanted;
  const config = evaluated(schema.attributes, wanted.declared.config, wanted.lookup);
  await validated(plugin, address, config);
  const planFrom = async (
    prior: ObjectValue | null,
    { priorPrivate, priorIdentity, plannedPrivate = nothing }: Earlier,
  ) => {
    const answer = await plugin.ask(address, "planResourceChange", {
      typeName: typeAt(address),
      priorState: encode(schema, prior),
      config: encode(schema, config),
      proposedNewState: encode(schema, proposedState(schema.attributes, prior, config)),
      ...{ priorPrivate, plannedPrivate },
      ...sentIdentity(plugin, address, "priorIdentity", priorIdentity),
      ...plugin.capable,
    });
    const after = decode(schema, answer.plannedState);
    plugin.refuse(address, invalidPlan, writtenOnly(schema.attributes, after));
    const identity = (expected: Expected) =>
      answeredIdentity(plugin, address, answer.plannedIdentity, expected);
    return { after, identity, private: answer.plannedPrivate, replaces: answer.requiresReplace };
  };

  const prior = current === null || current.isTainted ? null : current.value;
  const priorIdentity = prior === null ? null : (current?.identity ?? null);
  const first = await planFrom(prior, {
    priorPrivate: prior === null ? nothing : (current?.private ?? nothing),
    priorIdentity,
    ...(earlier !== undefined && plugin.storesPlannedPrivate && { plannedPrivate: earlier.private }),
  });
  plugin.refuse(address, invalidPlan, planProblems(schema.attributes, prior, config, first.after));
  const replacePaths =
    prior === null
      ? []
      : first.replaces.filter((path) => changesAt(plugin, address, path, prior, first.after));
  const isReplaced = prior !== null && (replacePaths.length > 0 || wanted.isReplacementForced === true);
  const ofNew: Expected = {
    of: "the plan of a new object",
    ...{ prior: null, isRequired: false },
    mayBeUnknown: plugin.identityRules?.mayBePlannedUnknown === true,
  };
  const ofOld = { of: "a plan", prior: priorIdentity, isRequired: priorIdentity !== null };
  const firstIdentity = first.identity(prior === null ? ofNew : isReplaced ? { ...ofNew, ...ofOld } : ofOld);
  const second =
    isReplaced &&
    (await planFrom(null, {
      priorPrivate: first.private,
      priorIdentity: plugin.identityRules?.isSentInReplacement ? firstIdentity : null,
    }));
  const planned = second || first;
  const identity = second ? second.identity(ofNew) : firstIdentity;
  const replace: Action = wanted.createBeforeDestroy ? "create,delete" : "delete,create";
  const change = (action: Action, before: ObjectValue | null): Change => ({
    ...{ address, action, before, identity, after: planned.after, private: planned.private },
  });
  // The object that is replaced is gone, or deposed, when the plan is made again.
  if (prior === null && earlier !== undefined && isReplacement(earlier.action))
    return change(earlier.action, earlier.before);
  if (prior === null) return current === null ? change("create", null) : change(replace, current.value);
  if (isReplaced) return { ...change(replace, prior), replacePaths };
  return change(equal(schema.type, planned.after, prior) ? "no-op" : "update", prior);
}

/** Asks the provider whether a configuration is valid. @throws Failed */
export async function validated(plugin: Plugin, address: string, config: ObjectValue): Promise<void> {
  const typeName = typeAt(address);
  const sent = encode(plugin.schemaAt(address), config);
  await plugin.ask(address, "validateResourceConfig", { typeName, config: sent, ...plugin.capable });
}

/** Plans to destroy an object. */
export async function plannedDestruction(
  plugin: Plugin,
  address: string,
  { value, identity: priorIdentity, private: priorPrivate }: Instance,
  deposed?: string,
): Promise<Change> {
  const schema = plugin.schemaAt(address);
  const answer = await plugin.ask(address, "planResourceChange", {
    typeName: typeAt(address),
    priorState: encode(schema, value),
    config: encode(schema, null),
    proposedNewState: encode(schema, null),
    priorPrivate,
    plannedPrivate: nothing,
    ...sentIdentity(plugin, address, "priorIdentity", priorIdentity),
    ...plugin.capable,
  });
  if (decode(schema, answer.plannedState) !== null)
    plugin.fail(address, invalidPlan, "The planned state of a destroyed object must be null.");
  const identity = answeredIdentity(plugin, address, answer.plannedIdentity, {
    of: "the plan of a deletion",
    prior: priorIdentity,
    isRequired: priorIdentity !== null,
  });
  const planned = { before: value, after: null, identity, private: answer.plannedPrivate };
  return { address, deposed, action: "delete", ...planned };
}

/** Checks the plan made again during an apply against the one that was approved. @throws Failed */
export function confirmPlan(plugin: Plugin, approved: Change, now: Change): void {
  const { address, action } = approved;
  const becameNull = action === "update" && now.action === "no-op";
  const problems = resultProblems(plugin.schemaAt(address).attributes, approved.after, now.after);
  if (now.action !== action && !becameNull) problems.push(`planned ${action}, and then ${now.action}`);
  plugin.refuse(address, "Provider produced inconsistent final plan", problems);
}

/** How the apply of a change ended: the object as it is now, even after an error. */
export interface Applied {
  readonly instance: Instance | null;
  readonly hasFailed: boolean;
}

/**
 * Carries out a change.
 * @param kept the object as the state has it, which stays if the provider returns only an error
 */
export async function applied(
  plugin: Plugin,
  change: Change,
  kept: Instance | null,
  {
    config,
    createBeforeDestroy,
  }: { readonly config: ObjectValue | null; readonly createBeforeDestroy: boolean },
): Promise<Applied> {
  const { address, before, after } = change;
  const schema = plugin.schemaAt(address);
  const { answer, hasFailed } = await plugin.call(address, "applyResourceChange", {
    typeName: typeAt(address),
    priorState: encode(schema, before),
    plannedState: encode(schema, after),
    config: encode(schema, config),
    plannedPrivate: change.private,
    ...sentIdentity(plugin, address, "plannedIdentity", change.identity),
  });
  // A plugin that ended has changed nothing as far as a core knows. Its notes are lost, for they came with no answer.
  const returned = answer === undefined ? after && before : decode(schema, answer.newState);
  const problems = hasFailed ? [] : resultChecks(schema, after, returned);
  for (const [summary, detail] of problems) plugin.report(address, "error", summary, detail);
  const isWrong = hasFailed || problems.length > 0;
  if (returned === null) return { instance: isWrong ? kept : null, hasFailed: isWrong };
  const rules = plugin.identityRules;
  const identity = answeredIdentity(plugin, address, answer?.newIdentity, {
    of: "an apply",
    prior: before === null ? null : (kept?.identity ?? null),
    // A create that failed midway may not know it yet, and a plugin that ended returns nothing.
    isRequired: answer !== undefined && !(hasFailed && before === null),
  });
  const instance: Instance = {
    value: settled(returned),
    identity: isWrong && rules?.isKeptAfterFailure !== true ? null : identity,
    private: answer?.private ?? nothing,
    isTainted: isWrong && (kept?.isTainted === true || change.action === "create"),
    createBeforeDestroy,
    dependencies: kept?.dependencies ?? [],
  };
  return { instance, hasFailed: isWrong };
}

/** What a core finds wrong with the result of an apply: summary and detail. */
function resultChecks(
  { attributes }: ObjectSchema,
  after: ObjectValue | null,
  returned: ObjectValue | null,
): (readonly [summary: string, detail: string])[] {
  const invalidResult = "Provider returned invalid result object after apply";
  if ((after === null) !== (returned === null))
    return [[invalidResult, "A destroyed object must be null, and no other may be."]];
  if (!isFullyKnown(returned)) return [[invalidResult, "A value is still unknown."]];
  return [
    ...writtenOnly(attributes, returned).map((one) => ["Provider produced invalid object", one] as const),
    ...resultProblems(attributes, after, returned).map(
      (one) => ["Provider produced inconsistent result after apply", one] as const,
    ),
  ];
}

/** Whether a path that asks for a new object leads to a value that changes. @throws Failed when it leads nowhere */
function changesAt(
  plugin: Plugin,
  address: string,
  { steps }: AttributePath,
  prior: ObjectValue,
  after: ObjectValue | null,
): boolean {
  const path = steps.map(({ selector }) => selector?.value ?? "");
  const [before, now] = [partAt(prior, path), partAt(after, path)];
  if (before === undefined && now === undefined)
    plugin.fail(address, invalidPlan, "A path that asks for replacement leads nowhere.");
  if (!isFullyKnown(now ?? null)) return true;
  // Write-only values are null on both sides, and can still ask for replacement.
  const isWriteOnly = plugin.schemaAt(address).attributes[path[0] ?? ""]?.isWriteOnly === true;
  return isWriteOnly || JSON.stringify(before ?? null) !== JSON.stringify(now ?? null);
}

function partAt(value: Value, path: readonly (string | number)[]): Value | undefined {
  let part: Value | undefined = value;
  for (const step of path)
    part = (part as { readonly [key: string | number]: Value } | null | undefined)?.[step];
  return part;
}

/** The value with null for what is unknown. */
function settled(value: ObjectValue): ObjectValue {
  const known = (part: Value): Value => {
    if (part instanceof Unknown) return null;
    if (Array.isArray(part)) return part.map(known);
    const object = asObject(part);
    return object === null ? part : settled(object);
  };
  return objectValue(Object.entries(value).map(([name, part]) => [name, known(part)]));
}
