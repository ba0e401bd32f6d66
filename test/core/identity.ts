import type { ResourceIdentityData } from "../../src/terraform/protocol/generated/tfplugin6";
import { equal } from "../../src/terraform/values/equal";
import { decodeJson } from "../../src/terraform/values/json";
import { decodeMsgpack, encodeMsgpack } from "../../src/terraform/values/msgpack";
import { asObject, type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import { isFullyKnown } from "../../src/terraform/values/value";
import { typeAt } from "./configuration";
import type { Plugin } from "./plugin";
import type { IdentitySchema } from "./schema";
import type { StoredObject } from "./state";
import type { IdentityRules } from "./version";

/** The identity of an object; null if it has none. */
export type IdentityValue = ObjectValue | null;

/** What an identity in an answer must be. */
export interface Expected {
  /** Which answer it is, such as `a read`. */
  readonly of: string;
  /** The identity that the object had; another one is refused. Null if it had none, or may get another. */
  readonly prior: IdentityValue;
  /** Whether an answer without one is refused. A core does not refuse it, and forgets the identity. */
  readonly isRequired: boolean;
  readonly mayBeUnknown?: boolean;
}

const invalid = "Provider produced invalid identity";

/** An identity as it is sent; nothing if there is none, or the version knows none. */
export function sentIdentity<Name extends string>(
  plugin: Plugin,
  address: string,
  name: Name,
  identity: IdentityValue,
): { readonly [N in Name]?: ResourceIdentityData } {
  const schema = plugin.identityAt(address);
  if (schema === undefined || identity === null) return {};
  return { [name]: identityData(schema, identity) } as { readonly [N in Name]?: ResourceIdentityData };
}

/**
 * The identity of an answer. A core refuses unknown values, and crashes or fails where the type has no identity. The driver
 * also refuses an identity that is lost or changed.
 * @throws Failed
 */
export function answeredIdentity(
  plugin: Plugin,
  address: string,
  answered: ResourceIdentityData | undefined,
  { of, prior, isRequired, mayBeUnknown = false }: Expected,
): IdentityValue {
  const schema = plugin.identityAt(address);
  const data = answered?.identityData;
  // Versions that know no identity never look at it.
  if (schema === undefined && plugin.identityRules === undefined) return null;
  if (schema === undefined && data !== undefined)
    return plugin.fail(address, invalid, `${typeAt(address)} has no identity, and ${of} returned one.`);
  if (schema === undefined) return null;
  const identity = data === undefined ? null : asObject(decodeMsgpack(schema.type, data.msgpack));
  if (identity === null && isRequired)
    return plugin.fail(address, "Missing resource identity", `The answer to ${of} has no identity.`);
  if (identity === null) return null;
  if (!mayBeUnknown && !isFullyKnown(identity))
    return plugin.fail(address, invalid, `The answer to ${of} has an unknown identity.`);
  if (isFullyKnown(identity)) {
    const missing = schema.required.filter((name) => (identity[name] ?? null) === null);
    if (missing.length > 0)
      return plugin.fail(address, invalid, `The answer to ${of} has no ${missing.join(", ")}.`);
    if (prior !== null && !equal(schema.type, prior, identity)) {
      const texts = [prior, identity].map((one) => JSON.stringify(one)).join(" became ");
      return plugin.fail(address, "Unexpected identity change", `In the answer to ${of}, ${texts}.`);
    }
  }
  return identity;
}

/** An identity as the state file keeps it. Nothing of an unknown one is kept. */
export function storedIdentity(
  plugin: Plugin,
  address: string,
  identity: IdentityValue,
): Pick<StoredObject, "identity" | "identity_schema_version"> {
  const schema = plugin.identityAt(address);
  const rules = plugin.identityRules;
  const isKept = schema !== undefined && identity !== null && isFullyKnown(identity);
  if (isKept) return { identity: JSON.stringify(identity), identity_schema_version: schema.version };
  if (rules?.upgradesFromNull !== true) return {};
  return { identity_schema_version: schema?.version ?? 0 };
}

/** The identity of a stored object, upgraded to the schema of today. @throws Failed */
export async function readIdentity(
  plugin: Plugin,
  address: string,
  { identity: text, identity_schema_version: version = 0 }: StoredObject,
): Promise<IdentityValue> {
  const schema = plugin.identityAt(address);
  const rules = plugin.identityRules;
  if (schema === undefined || rules === undefined) return null;
  if (version > schema.version)
    return plugin.fail(address, "Resource instance managed by newer provider version", `Version ${version}.`);
  if (version !== schema.version && (text !== undefined || rules.upgradesFromNull))
    return upgraded(plugin, address, rules, { version, text });
  if (text === undefined) return null;
  try {
    return asObject(decodeJson(schema.type, text));
  } catch (error) {
    return plugin.fail(address, "failed to decode identity", String(error));
  }
}

async function upgraded(
  plugin: Plugin,
  address: string,
  rules: IdentityRules,
  { version, text }: { readonly version: number; readonly text: string | undefined },
): Promise<IdentityValue> {
  const { upgradedIdentity } = await plugin.ask(address, "upgradeResourceIdentity", {
    typeName: typeAt(address),
    version,
    rawIdentity: { json: new TextEncoder().encode(text ?? ""), flatmap: {} },
  });
  return answeredIdentity(plugin, address, upgradedIdentity, {
    of: "an upgrade of the identity",
    prior: null,
    isRequired: !rules.upgradesFromNull,
  });
}

/** The identity of an import block, with null for what it leaves out. @throws Failed when a required part is missing */
export function writtenIdentity(
  plugin: Plugin,
  address: string,
  written: Readonly<Record<string, unknown>>,
): ObjectValue {
  const schema = plugin.identityAt(address);
  if (schema === undefined)
    return plugin.fail(address, "Invalid import", `${typeAt(address)} cannot be imported by identity.`);
  const missing = schema.required.filter((name) => written[name] === undefined);
  if (missing.length > 0)
    return plugin.fail(address, "Invalid import", `The identity lacks ${missing.join(", ")}.`);
  return objectValue(schema.names.map((name) => [name, (written[name] ?? null) as string | null]));
}

function identityData({ type }: IdentitySchema, identity: ObjectValue): ResourceIdentityData {
  return { identityData: { msgpack: encodeMsgpack(type, identity), json: new Uint8Array() } };
}
