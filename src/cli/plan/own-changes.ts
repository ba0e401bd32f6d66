import type { AnyManagedObject } from "../../provider/managed/object";
import { managedResources, resources } from "../../provider/resources";
import type { Kind } from "../../service/kinds";
import { type Attributes, type ObjectValue, objectType, unknown } from "../../terraform";
import { decodeJson } from "../../terraform/tools";
import { isMarked, markOf } from "../state/json";
import type { Configuration, Configurations } from "./configured";
import type { ResourceChange } from "./read-plan";

/** The action on an object. With `none`, it may still be moved in the state or imported. */
export type Action = "create" | "update" | "replace" | "destroy" | "forget" | "none";

/** The attributes of an object by name, as JSON has them. */
export type Facts = Readonly<Record<string, unknown>>;

/** A change of a plan to an object of this provider. */
export interface OwnChange extends Configuration {
  readonly own: OwnType;
  readonly address: string;
  readonly action: Action;
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** `before` and `after` as the provider would get them; values that are known only after the apply are unknown. */
  readonly prior: ObjectValue | null;
  readonly plan: ObjectValue | null;
  /** Marks of the parts that are known only after the apply, in the form of the value. */
  unknown(name: string): unknown;
  /** Whether a part of the attribute is sensitive, by the schema or by the configuration. */
  isSensitive(name: string): boolean;
  /** Attributes whose change forces replacement. */
  readonly replacedBy: readonly string[];
  /** Terraform's reason, such as `replace_because_tainted`. */
  readonly reason: string | undefined;
  /** Whether the object before stays in the account, unmanaged, in addition to the new one (`destroy = false`). */
  readonly leaves: boolean;
  readonly movedFrom: string | undefined;
  /** The id of the object to import, as in the configuration. */
  readonly importing: { readonly id?: string | undefined } | undefined;
}

/** The action of a change; undefined for an unknown one. */
export function actionOf(actions: readonly string[]): Action | undefined {
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

/** A change to an object of this provider. @throws Error that names the object when its values cannot be read */
export function ownChange(
  change: ResourceChange,
  action: Action,
  configured: Configurations,
): OwnChange | undefined {
  const own = ownType(change.type);
  if (own === undefined) return undefined;
  const { address, deposed, previous_address: previous, action_reason: reason } = change;
  const { before = null, after = null, after_unknown: open, importing, replace_paths } = change.change;
  const marks = [change.change.before_sensitive, change.change.after_sensitive];
  const { attributes } = own;
  const typed = (facts: Facts | null, marks: unknown) =>
    facts === null ? null : typedValues(address, attributes, facts, marks);
  return {
    own,
    action,
    before,
    after,
    reason,
    leaves: action === "create" && before !== null,
    ...configured(address),
    address: deposed === undefined ? address : `${address} (deposed ${deposed})`,
    prior: typed(before, {}),
    plan: typed(after, open),
    unknown: (name) => markOf(open, name),
    isSensitive: (name) =>
      attributes[name]?.parts.sensitive === true || marks.some((mark) => isMarked(markOf(mark, name))),
    replacedBy: [...new Set((replace_paths ?? []).map(([first]) => String(first)))],
    movedFrom: previous === address ? undefined : previous,
    importing: importing ?? undefined,
  };
}

/** The resource types of a plan: the kinds of objects in the service, and checks. */
export type ObjectType = Kind | "manual_check";

const prefix = "rblmonitor_";

export interface OwnType {
  readonly type: ObjectType;
  readonly attributes: Attributes;
  /** The table of the kind; checks have none. */
  readonly object?: AnyManagedObject;
}

/** The provider's type of that name; undefined for those of others. */
export function ownType(name: string): OwnType | undefined {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (resource === undefined) return undefined;
  const { attributes } = resource;
  const type = name.slice(prefix.length) as ObjectType;
  const object = managedResources[name]?.object;
  return object === undefined ? { type, attributes } : { type, attributes, object };
}

/**
 * An object of a plan as the provider would get it. If a part of an attribute is unknown, the whole attribute is unknown,
 * which is all that the cost of a change asks.
 * @throws Error that names the object
 */
function typedValues(
  address: string,
  attributes: Attributes,
  facts: Readonly<Record<string, unknown>>,
  open: unknown,
): ObjectValue {
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
