import type { ObjectValue } from "../../src/terraform/values/object-value";
import { isFullyKnown } from "../../src/terraform/values/value";
import { type ImportTarget, typeAt } from "./configuration";
import {
  answeredIdentity,
  type IdentityValue,
  readIdentity,
  sentIdentity,
  storedIdentity,
  writtenIdentity,
} from "./identity";
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
    identity: await readIdentity(plugin, address, stored),
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
        attributes: JSON.stringify(inSetOrder(type, instance.value)),
        ...(instance.private.length > 0 && { private: Buffer.from(instance.private).toString("base64") }),
        ...(instance.isTainted && { status: "tainted" }),
        ...(instance.createBeforeDestroy && { create_before_destroy: true }),
        dependencies: instance.dependencies,
        ...storedIdentity(plugin, address, instance.identity),
      }
    : undefined;
  return withObject(state, address, stored, key);
}

/**
 * The object as the provider reads it now; null when it is gone. Its identity must be the one that it had.
 * @param isImported whether it is read for the first time, when it may get another identity than it was imported by
 */
export async function refreshed(
  plugin: Plugin,
  address: string,
  instance: Instance,
  isImported = false,
): Promise<Instance | null> {
  const answer = await plugin.ask(address, "readResource", {
    typeName: typeAt(address),
    currentState: encode(plugin.schemaAt(address), instance.value),
    private: instance.private,
    ...sentIdentity(plugin, address, "currentIdentity", instance.identity),
    ...plugin.capable,
  });
  const value = valid(plugin, address, "Provider produced invalid object", answer.newState);
  if (value === null) return null;
  const identity = answeredIdentity(plugin, address, answer.newIdentity, {
    of: "a read",
    prior: isImported ? null : instance.identity,
    isRequired: true,
  });
  return { ...instance, value, identity, private: answer.private };
}

/** An object that is imported, by its id or its identity, and read. */
export async function imported(plugin: Plugin, address: string, target: ImportTarget): Promise<Instance> {
  const typeName = typeAt(address);
  const isById = typeof target === "string";
  const asked = isById ? null : writtenIdentity(plugin, address, target);
  const { importedResources } = await plugin.ask(address, "importResourceState", {
    ...{ typeName, id: isById ? target : "" },
    ...sentIdentity(plugin, address, "identity", asked),
    ...plugin.capable,
  });
  const [found, ...others] = importedResources;
  const value = decode(plugin.schemaAt(address), found?.state);
  const text = isById ? target : JSON.stringify(target);
  if (found === undefined || value === null || found.typeName !== typeName || others.length > 0)
    return plugin.fail(address, "Invalid import", `Import of ${text} must return one object of ${typeName}.`);
  plugin.refuse(address, "Invalid import", writtenOnly(plugin.schemaAt(address).attributes, value));
  const identity: IdentityValue = answeredIdentity(plugin, address, found.identity, {
    of: "an import",
    prior: null,
    isRequired: !isById && plugin.identityRules?.isRequiredFromImport === true,
  });
  const bare = { identity, isTainted: false, createBeforeDestroy: false, dependencies: [] };
  const read = await refreshed(plugin, address, { value, private: found.private, ...bare }, true);
  return read ?? plugin.fail(address, "Cannot import non-existent remote object", text);
}

/** Write-only attributes that an answer has a value for, in sentences. */
export function writtenOnly(attributes: SchemaAttributes, value: ObjectValue | null): string[] {
  return Object.entries(attributes).flatMap(([name, { isWriteOnly }]) =>
    isWriteOnly && (value?.[name] ?? null) !== null ? [`${name} is write-only and was returned.`] : [],
  );
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
  const unknowns = isFullyKnown(value) ? [] : ["A value is unknown."];
  plugin.refuse(address, summary, [...unknowns, ...writtenOnly(schema.attributes, value)]);
  return value;
}
