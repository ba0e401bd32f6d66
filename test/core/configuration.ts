import { distinct } from "../../src/terraform/values/equal";
import { asObject, type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import type { Type } from "../../src/terraform/values/type";
import { Unknown, type Value } from "../../src/terraform/values/value";
import { unknownWithPrefix } from "./refinements";
import type { SchemaAttributes } from "./schema";

/** A resource block. Values are JSON, or {@link Reference}s at any depth; what is left out or undefined is null. */
export interface Declared {
  readonly config: Readonly<Record<string, unknown>>;
  readonly createBeforeDestroy?: boolean;
  readonly dependsOn?: readonly string[];
  /** `action_trigger` blocks. */
  readonly triggers?: readonly Trigger[];
}

/** An `action` block. */
export interface ActionBlock {
  /** Such as `rblmonitor_pause`. */
  readonly type: string;
  /** The `config` block; an action without one gets a null object. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** When actions run, and which: their addresses, in order. */
export interface Trigger {
  readonly events: readonly TriggerEvent[];
  readonly actions: readonly string[];
}

export type TriggerEvent = `${"before" | "after"}_${"create" | "update"}`;

/** A configuration: resource blocks by address, such as `rblmonitor_host.mail`, and the provider's own block. */
export interface Configuration {
  readonly resources: Readonly<Record<string, Declared>>;
  readonly provider?: Readonly<Record<string, unknown>>;
  /** Action blocks by address, such as `rblmonitor_check.gate`. */
  readonly actions?: Readonly<Record<string, Omit<ActionBlock, "type">>>;
  /** Import blocks by address. One whose address is in the state does nothing. */
  readonly imports?: Readonly<Record<string, ImportTarget>>;
}

/** What an import block names its object by: an id, or an identity, which may leave out optional attributes. */
export type ImportTarget = string | Readonly<Record<string, unknown>>;

/** An attribute of another resource, as `rblmonitor_host.mail.id` is in Terraform's language. */
export class Reference {
  constructor(
    readonly address: string,
    readonly attribute: string,
    /** A text before it, as in `"pre-${rblmonitor_host.mail.id}"`. */
    readonly prefix?: string,
  ) {}
}

/** Refers to an attribute of another resource. */
export function ref(address: string, attribute = "id"): Reference {
  return new Reference(address, attribute);
}

/** The type of the resource at an address. */
export function typeAt(address: string): string {
  return address.slice(0, address.indexOf("."));
}

/** The value of another resource, as far as it is known. */
export type Lookup = (address: string) => ObjectValue | Unknown | undefined;

/** The configuration of a resource as the provider sees it. */
export function evaluated(
  attributes: SchemaAttributes,
  config: Declared["config"],
  lookup: Lookup,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { type }]) => [name, toValue(type, config[name], lookup)]),
  );
}

function toValue(type: Type, written: unknown, lookup: Lookup): Value {
  if (written instanceof Reference) return referred(written, lookup);
  if (written === undefined || written === null) return null;
  switch (type.kind) {
    case "list":
      return (written as unknown[]).map((one) => toValue(type.element, one, lookup));
    case "set":
      return distinct(
        type.element,
        (written as unknown[]).map((one) => toValue(type.element, one, lookup)),
      );
    case "map":
      return objectValue(
        Object.entries(written).map(([key, one]) => [key, toValue(type.element, one, lookup)]),
      );
    case "object":
      return objectValue(
        Object.entries(type.attributes).map(([name, of]) => [
          name,
          toValue(of, (written as Record<string, unknown>)[name], lookup),
        ]),
      );
    default:
      return written as Value;
  }
}

function referred({ address, attribute, prefix }: Reference, lookup: Lookup): Value {
  const object = lookup(address);
  if (object === undefined)
    throw new Error(`The configuration refers to ${address}, which it does not declare.`);
  const value = object instanceof Unknown ? object : (object[attribute] ?? null);
  if (prefix === undefined) return value;
  return value instanceof Unknown ? unknownWithPrefix(prefix) : `${prefix}${value}`;
}

/** The addresses that a resource depends on, directly or through others. */
export function dependencies({ resources }: Configuration, address: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (from: string) => {
    const { config = {}, dependsOn = [] } = resources[from] ?? {};
    for (const next of [...dependsOn, ...references(config)]) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(address);
  return found;
}

function references(written: unknown): string[] {
  if (written instanceof Reference) return [written.address];
  if (Array.isArray(written)) return written.flatMap(references);
  return Object.values(asObject(written as Value) ?? {}).flatMap(references);
}

/** Whether a replacement is created first: so declared, or demanded by a resource that depends on this one and is. */
export function createsFirst(configuration: Configuration, address: string): boolean {
  return Object.entries(configuration.resources).some(
    ([other, { createBeforeDestroy = false }]) =>
      createBeforeDestroy && (other === address || dependencies(configuration, other).has(address)),
  );
}
