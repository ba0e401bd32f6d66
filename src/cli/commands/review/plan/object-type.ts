import type { AnyManagedObject } from "../../../../provider/managed/object";
import { managedResources, resources } from "../../../../provider/resources";
import type { Kind } from "../../../../service/kinds";
import type { Attributes } from "../../../../terraform/schema/attribute";

/** What the resources of a plan are: the kinds of object that the service keeps, and checks. */
export type ObjectType = Kind | "manual_check";

const prefix = "rblmonitor_";

/** One of the provider's resource types. */
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

/** Whether a type is the provider's by its name. */
export function isOwnName(name: string): boolean {
  return name.startsWith(prefix);
}

/** Whether the service records something of such objects: listings of hosts, errors and changes of certificates. */
export function hasHistory(type: ObjectType): boolean {
  return type === "host" || type === "certificate_monitor";
}
