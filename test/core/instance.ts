import type { AttributePath } from "../../src/terraform/protocol/generated/tfplugin6";
import { equal, identical } from "../../src/terraform/values/equal";
import { encodeJson } from "../../src/terraform/values/json";
import { isWhollyKnown } from "../../src/terraform/values/known";
import { asObject, type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import { Unknown, type Value } from "../../src/terraform/values/value";
import { type Declared, evaluated, type Lookup, typeAt } from "./configuration";
import { planProblems } from "./plan-check";
import { decode, encode, Failed, type Plugin } from "./plugin";
import { proposedState } from "./proposed-state";
import { resultProblems } from "./result-check";
import type { ObjectSchema, SchemaAttributes } from "./schema";
import { inSetOrder } from "./set-order";
import type { Instance, StoredObject } from "./state";

/** What is done with an object, in the words of `terraform show -json`, joined by commas. */
export type Action = "no-op" | "create" | "update" | "delete" | "delete,create" | "create,delete";

/** A planned change of one object. */
export interface Change {
  readonly address: string;
  /** The key of a deposed object; absent for the current one. */
  readonly deposed?: string;
  readonly action: Action;
  readonly before: ObjectValue | null;
  readonly after: ObjectValue | null;
  readonly private: Uint8Array;
}

/** Whether an action makes a new object in place of another. */
export function isReplacement(action: Action): boolean {
  return action === "delete,create" || action === "create,delete";
}

const nothing = new Uint8Array();

/** An object of the state in today's schema. */
export async function readStored(plugin: Plugin, address: string, stored: StoredObject): Promise<Instance> {
  const schema = plugin.schemaAt(address);
  const { upgradedState } = await plugin.ask(address, "upgradeResourceState", {
    typeName: typeAt(address),
    version: stored.schema_version,
    rawState: { json: new TextEncoder().encode(stored.attributes), flatmap: {} },
  });
  const value = decode(schema, upgradedState);
  plugin.refuse(address, "Invalid resource state upgrade", invalid(schema, value));
  return {
    value: value ?? {},
    private: Buffer.from(stored.private ?? "", "base64"),
    isTainted: stored.status === "tainted",
    createBeforeDestroy: stored.create_before_destroy === true,
    dependencies: stored.dependencies,
  };
}

/** An object as the state keeps it. */
export function stored({ version, type }: ObjectSchema, instance: Instance): StoredObject {
  return {
    schema_version: version,
    attributes: encodeJson(type, inSetOrder(type, instance.value)),
    ...(instance.private.length > 0 && { private: Buffer.from(instance.private).toString("base64") }),
    ...(instance.isTainted && { status: "tainted" }),
    ...(instance.createBeforeDestroy && { create_before_destroy: true }),
    dependencies: instance.dependencies,
  };
}

/** The object as the provider reads it now; null when it is gone. */
export async function refreshed(
  plugin: Plugin,
  address: string,
  instance: Instance,
): Promise<Instance | null> {
  const schema = plugin.schemaAt(address);
  const answer = await plugin.ask(address, "readResource", {
    typeName: typeAt(address),
    currentState: encode(schema, instance.value),
    private: instance.private,
    ...plugin.capable,
  });
  const value = decode(schema, answer.newState);
  plugin.refuse(address, "Provider produced invalid object", invalid(schema, value));
  return value && { ...instance, value, private: answer.private };
}

/** An object that is imported, and read. */
export async function imported(plugin: Plugin, address: string, id: string): Promise<Instance> {
  const typeName = typeAt(address);
  const { importedResources } = await plugin.ask(address, "importResourceState", {
    typeName,
    id,
    ...plugin.capable,
  });
  const [found, ...others] = importedResources;
  const schema = plugin.schemaAt(address);
  const value = decode(schema, found?.state);
  if (found === undefined || value === null || found.typeName !== typeName || others.length > 0) {
    return refusal(
      plugin,
      address,
      "Invalid import",
      `Import of ${id} must return one object of ${typeName}.`,
    );
  }
  plugin.refuse(
    address,
    "Import returned a non-null value for a write-only attribute",
    writeOnly(schema, value),
  );
  const instance = {
    value,
    private: found.private,
    isTainted: false,
    createBeforeDestroy: false,
    dependencies: [],
  };
  const read = await refreshed(plugin, address, instance);
  return read ?? refusal(plugin, address, "Cannot import non-existent remote object", id);
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

/** Plans what to do so that an object is as declared. */
export async function plannedChange(plugin: Plugin, address: string, wanted: Wanted): Promise<Change> {
  const schema = plugin.schemaAt(address);
  const { current, earlier } = wanted;
  const config = evaluated(schema.attributes, wanted.declared.config, wanted.lookup);
  await validated(plugin, address, config);
  const planFrom = async (prior: ObjectValue | null, priorPrivate: Uint8Array) => {
    const answer = await plugin.ask(address, "planResourceChange", {
      typeName: typeAt(address),
      priorState: encode(schema, prior),
      config: encode(schema, config),
      proposedNewState: encode(schema, proposedState(schema.attributes, prior, config)),
      priorPrivate,
      ...plugin.capable,
    });
    const after = decode(schema, answer.plannedState);
    plugin.refuse(address, invalidPlan, writeOnly(schema, after));
    return { after, private: answer.plannedPrivate, replaces: answer.requiresReplace };
  };

  const prior = current === null || current.isTainted ? null : current.value;
  const first = await planFrom(prior, prior === null ? nothing : (current?.private ?? nothing));
  plugin.refuse(address, invalidPlan, planProblems(schema.attributes, prior, config, first.after));
  const isReplaced =
    prior !== null &&
    (requiresReplacement(plugin, address, prior, first) || wanted.isReplacementForced === true);
  const planned = isReplaced ? await planFrom(null, first.private) : first;
  const replace: Action = wanted.createBeforeDestroy ? "create,delete" : "delete,create";
  const change = (action: Action, before: ObjectValue | null): Change => ({
    ...{ address, action, before, after: planned.after, private: planned.private },
  });
  // The object that is replaced is gone, or deposed, when the plan is made again.
  if (prior === null && earlier !== undefined && isReplacement(earlier.action))
    return change(earlier.action, earlier.before);
  if (prior === null) return current === null ? change("create", null) : change(replace, current.value);
  if (isReplaced) return change(replace, prior);
  return change(equal(schema.type, planned.after, prior) ? "no-op" : "update", prior);
}

const invalidPlan = "Provider produced invalid plan";

/** Asks the provider whether a configuration is valid. @throws Failed */
export async function validated(plugin: Plugin, address: string, config: ObjectValue): Promise<void> {
  await plugin.ask(address, "validateResourceConfig", {
    typeName: typeAt(address),
    config: encode(plugin.schemaAt(address), config),
    ...plugin.capable,
  });
}

/** Plans to destroy an object. */
export async function plannedDestruction(
  plugin: Plugin,
  address: string,
  instance: Instance,
  deposed?: string,
): Promise<Change> {
  const schema = plugin.schemaAt(address);
  const answer = await plugin.ask(address, "planResourceChange", {
    typeName: typeAt(address),
    priorState: encode(schema, instance.value),
    config: encode(schema, null),
    proposedNewState: encode(schema, null),
    priorPrivate: instance.private,
    ...plugin.capable,
  });
  if (decode(schema, answer.plannedState) !== null)
    return refusal(plugin, address, invalidPlan, "The planned state of a destroyed object must be null.");
  const key = deposed === undefined ? {} : { deposed };
  return {
    address,
    ...key,
    action: "delete",
    before: instance.value,
    after: null,
    private: answer.plannedPrivate,
  };
}

/** Checks the plan made again during an apply against the one that was approved. @throws Failed */
export function confirmPlan(plugin: Plugin, approved: Change, now: Change): void {
  const { address, action } = approved;
  const becameNothing = action === "update" && now.action === "no-op";
  const problems = resultProblems(plugin.schemaAt(address).attributes, approved.after, now.after);
  if (now.action !== action && !becameNothing) problems.push(`planned ${action}, and then ${now.action}`);
  plugin.refuse(address, "Provider produced inconsistent final plan", problems);
}

/** How the apply of a change ended: what there is now, whatever went wrong. */
export interface Applied {
  readonly instance: Instance | null;
  readonly hasFailed: boolean;
}

/**
 * Carries out a change.
 * @param kept the object as the state has it, which stays if the provider returns nothing beside an error
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
  });
  // A plugin that ended has changed nothing as far as a core knows. Its notes are lost, for they came with no answer.
  const returned = answer === undefined ? after && before : decode(schema, answer.newState);
  const problems = hasFailed ? [] : resultChecks(schema, change, returned);
  for (const [summary, detail] of problems) plugin.report(address, "error", summary, detail);
  const isWrong = hasFailed || problems.length > 0;
  const value = returned && settled(returned);
  if (value === null) return { instance: isWrong ? kept : null, hasFailed: isWrong };
  const instance: Instance = {
    ...{ value, private: answer?.private ?? nothing, createBeforeDestroy },
    isTainted: isWrong && (kept?.isTainted === true || change.action === "create"),
    dependencies: kept?.dependencies ?? [],
  };
  return { instance, hasFailed: isWrong };
}

type Problem = readonly [summary: string, detail: string];

function resultChecks(
  schema: ObjectSchema,
  { after }: Change,
  returned: ObjectValue | null,
): readonly Problem[] {
  const invalidResult = "Provider returned invalid result object after apply";
  if (after === null) return returned === null ? [] : [[invalidResult, "A destroyed object must be null."]];
  if (returned === null) return [[invalidResult, "Only a destroyed object may be null."]];
  if (!isWhollyKnown(returned)) return [[invalidResult, "A value is still unknown."]];
  return [
    ...writeOnly(schema, returned).map((detail): Problem => ["Provider produced invalid object", detail]),
    ...resultProblems(schema.attributes, after, returned).map(
      (detail): Problem => ["Provider produced inconsistent result after apply", detail],
    ),
  ];
}

/** Whether any of the paths that ask for a new object leads to a value that changes. */
function requiresReplacement(
  plugin: Plugin,
  address: string,
  prior: ObjectValue,
  { after, replaces }: { readonly after: ObjectValue | null; readonly replaces: readonly AttributePath[] },
): boolean {
  const { type, attributes } = plugin.schemaAt(address);
  const changed = replaces.filter(({ steps }) => {
    const [first, ...rest] = steps.map(({ selector }) => selector?.value ?? "");
    const before = partAt(
      prior,
      steps.map(({ selector }) => selector?.value ?? ""),
    );
    const now = partAt(
      after,
      steps.map(({ selector }) => selector?.value ?? ""),
    );
    if (before === undefined && now === undefined)
      return refusal(plugin, address, invalidPlan, "A path that asks for replacement leads nowhere.");
    const attribute = attributes[first ?? ""];
    if (attribute?.isWriteOnly === true) return true;
    if (!isWhollyKnown(now ?? null)) return true;
    return rest.length === 0 && attribute !== undefined
      ? !identical(attribute.type, before ?? null, now ?? null)
      : JSON.stringify(before ?? null) !== JSON.stringify(now ?? null);
  });
  return type !== undefined && changed.length > 0;
}

function partAt(value: Value, path: readonly (string | number)[]): Value | undefined {
  let part: Value | undefined = value;
  for (const step of path) {
    if (typeof part !== "object" || part === null) return undefined;
    part = (part as { readonly [key: string | number]: Value })[step];
  }
  return part;
}

function invalid(schema: ObjectSchema, value: ObjectValue | null): string[] {
  return [...writeOnly(schema, value), ...(isWhollyKnown(value) ? [] : ["A value is unknown."])];
}

/** Write-only attributes that an answer has a value for. */
function writeOnly(
  { attributes }: { readonly attributes: SchemaAttributes },
  value: ObjectValue | null,
): string[] {
  return Object.entries(attributes).flatMap(([name, { isWriteOnly, nested }]) => {
    const part = value?.[name] ?? null;
    if (isWriteOnly && part !== null) return [`${name} is write-only and was returned.`];
    if (nested === undefined || part === null || part instanceof Unknown) return [];
    const parts = Object.values(asObject(part) && nested.mode === 1 ? [part] : (part as object)) as Value[];
    return parts.flatMap((one) => writeOnly(nested, asObject(one)));
  });
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

function refusal(plugin: Plugin, address: string, summary: string, detail: string): never {
  plugin.refuse(address, summary, [detail]);
  throw new Failed();
}
