import { isDeepStrictEqual } from "node:util";
import { managedResources, resources } from "../../provider/resources";
import type { Kind } from "../../service/kinds";
import { type Attributes, type ObjectValue, objectType, unknown } from "../../terraform";
import { decodeJson } from "../../terraform/tools";
import { resourceOf, shownFields, sidsIn } from "../account/names";
import { counted } from "../output/text";
import type { Names } from "../output/values";
import { secretsOf } from "../state/declared";
import { isMarked, isOwnName, managedIn, markOf } from "../state/json";
import { type Configurations, configurationOf } from "./configured";
import { invocationsOf } from "./invocations";
import type { PlanJson, ResourceChange } from "./read-plan";

/** What a plan does to the objects of this provider. */
export type PlanParts = Pick<ReturnType<typeof partsOf>, "changes" | "invocations">;

/** The parts of a plan, and what else it shows. */
export function partsOf(plan: PlanJson) {
  const configured = configurationOf(plan);
  const all = plan.resource_changes ?? [];
  const { changes, notes } = changesIn(all, configured);
  const others = all.filter(({ mode, type, change }) => {
    return mode === "managed" && !isOwnName(type) && actionOf(change.actions) !== "none";
  });
  return {
    /** The objects that the configuration manages before the apply or after it, also those that stay as they are. */
    changes: [...changes, ...changesIn(untargeted(plan), configured).changes],
    invocations: invocationsOf(plan, configured),
    /** Changes outside of Terraform that the refresh found. */
    drift: changesIn(plan.resource_drift ?? [], configured).changes,
    /** Changes to resources of other providers. */
    others: others.length,
    /** Sentences about unknown changes. */
    notes,
  };
}

/** The objects that a plan with targets leaves out, as changes without an effect. */
function untargeted({ prior_state: prior, resource_changes: changes }: PlanJson): ResourceChange[] {
  const addresses = new Set(changes?.map(({ address }) => address));
  return managedIn(prior?.values?.root_module ?? {})
    .filter(({ address, type, deposed_key: deposed }) => {
      return ownType(type)?.object !== undefined && deposed === undefined && !addresses.has(address);
    })
    .map(({ values, sensitive_values: sensitive, ...resource }) => ({
      ...resource,
      change: { actions: ["no-op"], before: values, after: values, before_sensitive: sensitive },
    }));
}

/** The changes to objects of this provider, with notes about unknown ones. */
function changesIn(all: readonly ResourceChange[], configured: Configurations) {
  const own = all.filter(({ mode, type }) => mode === "managed" && isOwnName(type));
  const changes: OwnChange[] = [];
  const notes: string[] = [];
  for (const resource of own) {
    const { address, change } = resource;
    const action = actionOf(change.actions);
    const ownChanged = action && ownChange(resource, action, configured);
    if (ownChanged) changes.push(ownChanged);
    else if (action) notes.push(`${address} has a type that this version does not know, and is skipped.`);
    else notes.push(`${address}: this version does not know the action ${change.actions.join(", ")}.`);
  }
  const { length: reads } = all.filter(
    ({ mode, type, change }) => mode === "data" && isOwnName(type) && change.actions.includes("read"),
  );
  const what = counted(reads, "data source of the account is", "data sources of the account are");
  const them = reads === 1 ? "it" : "them";
  if (reads > 0) notes.push(`${what} read during the apply. The cost does not include ${them}.`);
  return { changes, notes };
}

/** The action on an object. With `none`, it may still be moved in the state or imported. */
export type Action = "create" | "update" | "replace" | "destroy" | "forget" | "none";

/** The attributes of an object by name, as JSON has them. */
export type Facts = Readonly<Record<string, unknown>>;

/** An object of this provider in a plan. */
export type OwnChange = NonNullable<ReturnType<typeof ownChange>>;

/** The action of a change; undefined for an unknown one. */
function actionOf(actions: readonly string[]): Action | undefined {
  return known[actions.join()];
}

const known: Readonly<Record<string, Action>> = {
  "no-op": "none",
  create: "create",
  update: "update",
  "delete,create": "replace",
  "create,delete": "replace",
  delete: "destroy",
  forget: "forget",
  "create,forget": "create",
  "forget,create": "create",
};

/** An object in a plan; undefined for those of others. @throws Error that names the object when its values cannot be read */
function ownChange(change: ResourceChange, action: Action, configured: Configurations) {
  const own = ownType(change.type);
  if (own === undefined) return undefined;
  const { address, deposed, previous_address: previous, action_reason: reason } = change;
  const { before = null, after = null, after_unknown: open, importing, replace_paths } = change.change;
  const configuration = configured(address);
  const marks = [change.change.before_sensitive, change.change.after_sensitive];
  const { attributes } = own;
  const typed = (facts: Facts | null, marks: unknown) =>
    facts === null || action === "none" ? null : typedValues(address, attributes, facts, marks);
  const isSensitive = (name: string) =>
    attributes[name]?.parts.sensitive === true || marks.some((mark) => isMarked(markOf(mark, name)));
  return {
    own,
    action,
    before: before as Facts | null,
    /** The SIDs before the apply: of a subnet also those of its members. */
    ids: sidsIn(before ?? {}),
    after: after as Facts | null,
    /** Terraform's reason, such as `replace_because_tainted`. */
    reason,
    /** Whether the object before stays in the account, unmanaged (`destroy = false`), perhaps in addition to a new one. */
    leaves: action === "forget" || (action === "create" && before !== null),
    ...configuration,
    /** Whether it is deleted after its successor is created and its users are updated; undefined if that is not known. */
    createsFirst: action === "replace" ? change.change.actions[0] === "create" : configuration.createdFirst,
    address: deposed === undefined ? address : `${address} (deposed ${deposed})`,
    /** `before` as the provider would get it; null without an action. */
    prior: typed(before, {}),
    /** `after` as the provider would get it, with unknown values; null without an action. */
    plan: typed(after, open),
    /** Marks of the parts that are known only after the apply, in the form of the value. */
    unknown: (name: string) => markOf(open, name),
    /** Whether a part of the attribute is sensitive, by the schema or by the configuration. */
    isSensitive,
    /** How people know it by `before` or `after`, without sensitive attributes. */
    namesIn(facts: Facts | null): { key?: string; name?: string } {
      const known = Object.fromEntries(Object.entries(facts ?? {}).filter(([name]) => !isSensitive(name)));
      const { [own.key ?? ""]: key, name } = shownFields(own.object?.kind, known);
      return { ...(typeof key === "string" && { key }), ...(typeof name === "string" && { name }) };
    },
    /** Attributes whose change forces replacement. */
    replacedBy: [...new Set((replace_paths ?? []).map(([first]) => String(first)))],
    movedFrom: previous === address ? undefined : previous,
    /** The id of the object to import, as in the configuration. */
    importing: importing ?? undefined,
  };
}

/** The resource types of a plan: the kinds of objects in the service, and checks. */
export type ObjectType = Kind | "manual_check";

const prefix = "rblmonitor_";

/** The provider's type of that name; undefined for those of others. */
function ownType(name: string) {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (resource === undefined) return undefined;
  const object = managedResources[name]?.object;
  return {
    type: name.slice(prefix.length) as ObjectType,
    attributes: resource.attributes,
    /** The table of the kind; checks have none. */
    object,
    /** The attribute by which people know an object. */
    key: object === undefined ? "host" : object.key.field,
  };
}

/**
 * An object of a plan as the provider would get it. If a part of an attribute is unknown, the whole attribute is unknown,
 * which is all that the cost of a change asks.
 * @throws Error that names the object
 */
function typedValues(address: string, attributes: Attributes, facts: Facts, open: unknown): ObjectValue {
  const isOpen = (name: string) => isMarked(markOf(open, name));
  const known = Object.fromEntries(Object.entries(facts).filter(([name]) => !isOpen(name)));
  try {
    const values = decodeJson(objectType(attributes), JSON.stringify(known));
    const unknowns = Object.keys(attributes).filter(isOpen);
    return { ...(values as ObjectValue), ...Object.fromEntries(unknowns.map((name) => [name, unknown])) };
  } catch {
    // The error's message might quote a secret.
    throw new Error(
      `${address} has a form that this version of the provider does not know, so the plan cannot be read.`,
    );
  }
}

/** The objects of the service that a plan creates, without those that it imports or replaces. */
export function createsIn(changes: readonly OwnChange[]) {
  return changes.flatMap(({ own: { object }, action, address, provider, plan, importing }) =>
    action === "create" && object && plan && !importing ? [{ address, provider, object, plan }] : [],
  );
}

/** Whether the plan changes an attribute, or may change it. */
export function isChanged({ prior, plan }: OwnChange, name: string): boolean {
  return !isDeepStrictEqual(prior?.[name] ?? null, plan?.[name] ?? null);
}

/** Whether an object is destroyed, also to be replaced. */
export function isDeleting({ own, action }: OwnChange): boolean {
  return own.object !== undefined && (action === "destroy" || action === "replace");
}

/** How many objects of the service these are before the apply: a subnet has its members. */
export function sizeOf(changes: readonly OwnChange[]): number {
  return changes.reduce(
    (sum, { before }) => sum + (before ? Math.max(1, sidsIn({ members: before.members }).length) : 0),
    0,
  );
}

/** The names of objects, by their SIDs, and of new ones by their addresses. */
export function namesOf(changes: readonly OwnChange[]): Names {
  const labels = changes.flatMap(({ address, before, after, namesIn }) =>
    [before, after && { id: address, ...after }].map((facts) => {
      const { name, key } = namesIn(facts);
      return [facts?.id, name ?? key] as const;
    }),
  );
  return Object.fromEntries(labels.filter(([id, label]) => typeof id === "string" && label !== undefined));
}

/** The values of a plan's objects that no message may show. */
export function secretsIn({ prior_state: prior, planned_values: planned }: PlanJson): readonly string[] {
  const modules = [prior?.values?.root_module ?? {}, planned?.root_module ?? {}];
  return modules.flatMap(managedIn).flatMap(({ type, values }) => {
    const kind = ownType(type)?.object?.kind;
    return kind === undefined ? [] : secretsOf(resourceOf(kind), (values ?? {}) as ObjectValue);
  });
}
