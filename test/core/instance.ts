import { encodeJson } from "../../src/terraform/values/json";
import { isWhollyKnown } from "../../src/terraform/values/known";
import { asObject, type ObjectValue } from "../../src/terraform/values/object-value";
import type { Value } from "../../src/terraform/values/value";
import { typeAt } from "./configuration";
import { decode, encode, type Plugin } from "./plugin";
import type { SchemaAttributes } from "./schema";
import { inSetOrder } from "./set-order";
import { type Instance, type State, type StoredObject, withObject } from "./state";

/** An object of the state in today's schema. */
export async function readStored(plugin: Plugin, address: string, stored: StoredObject): Promise<Instance> {
  const { upgradedState } = await plugin.ask(address, "upgradeResourceState", {
    typeName: typeAt(address),
    version: stored.schema_version,
    rawState: { json: new TextEncoder().encode(stored.attributes), flatmap: {} },
  });
  return {
    value: valid(plugin, address, "Invalid resource state upgrade", upgradedState) ?? {},
    private: Buffer.from(stored.private ?? "", "base64"),
    isTainted: stored.status === "tainted",
    createBeforeDestroy: stored.create_before_destroy === true,
    dependencies: stored.dependencies,
  };
}

/** The state with another object at an address, or with none. */
export function withInstance(
  plugin: Plugin,
  state: State,
  address: string,
  instance: Instance | null,
  key?: string,
): State {
  const { version, type } = plugin.schemaAt(address);
  const stored: StoredObject | undefined = instance
    ? {
        schema_version: version,
        attributes: encodeJson(type, inSetOrder(type, instance.value)),
        ...(instance.private.length > 0 && { private: Buffer.from(instance.private).toString("base64") }),
        ...(instance.isTainted && { status: "tainted" }),
        ...(instance.createBeforeDestroy && { create_before_destroy: true }),
        dependencies: instance.dependencies,
      }
    : undefined;
  return withObject(state, address, stored, key);
}

/** The object as the provider reads it now; null when it is gone. */
export async function refreshed(
  plugin: Plugin,
  address: string,
  instance: Instance,
): Promise<Instance | null> {
  const answer = await plugin.ask(address, "readResource", {
    typeName: typeAt(address),
    currentState: encode(plugin.schemaAt(address), instance.value),
    private: instance.private,
    ...plugin.capable,
  });
  const value = valid(plugin, address, "Provider produced invalid object", answer.newState);
  return value && { ...instance, value, private: answer.private };
}

/** An object that is imported, and read. */
export async function imported(plugin: Plugin, address: string, id: string): Promise<Instance> {
  const typeName = typeAt(address);
  const request = { typeName, id, ...plugin.capable };
  const { importedResources } = await plugin.ask(address, "importResourceState", request);
  const [found, ...others] = importedResources;
  const value = decode(plugin.schemaAt(address), found?.state);
  if (found === undefined || value === null || found.typeName !== typeName || others.length > 0)
    return plugin.fail(address, "Invalid import", `Import of ${id} must return one object of ${typeName}.`);
  plugin.refuse(address, "Invalid import", writtenOnly(plugin.schemaAt(address).attributes, value));
  const bare = { isTainted: false, createBeforeDestroy: false, dependencies: [] };
  const read = await refreshed(plugin, address, { value, private: found.private, ...bare });
  return read ?? plugin.fail(address, "Cannot import non-existent remote object", id);
}

/** Write-only attributes that an answer has a value for, in sentences. */
export function writtenOnly(attributes: SchemaAttributes, value: ObjectValue | null): string[] {
  return Object.entries(attributes).flatMap(([name, { isWriteOnly, nested }]) => {
    const part = value?.[name] ?? null;
    if (isWriteOnly && part !== null) return [`${name} is write-only and was returned.`];
    if (nested === undefined || part === null) return [];
    return [part, ...Object.values(part as object)].flatMap((one: Value) =>
      writtenOnly(nested.attributes, asObject(one)),
    );
  });
}

/** An object that was answered. @throws Failed when a part is unknown or write-only */
function valid(
  plugin: Plugin,
  address: string,
  summary: string,
  answered: Parameters<typeof decode>[1],
): ObjectValue | null {
  const schema = plugin.schemaAt(address);
  const value = decode(schema, answered);
  const unknowns = isWhollyKnown(value) ? [] : ["A value is unknown."];
  plugin.refuse(address, summary, [...unknowns, ...writtenOnly(schema.attributes, value)]);
  return value;
}
