import type { Identity, Resource } from "../definition/definition";
import type { Provider } from "../definition/provider";
import type { Diagnostics } from "../diagnostics";
import type { RawState, ResourceIdentityData, ResourceIdentitySchema } from "../protocol/generated/tfplugin6";
import { objectType } from "../schema/implied-type";
import { decodeJson } from "../values/json";
import { asObject, type ObjectValue } from "../values/object-value";
import { decodeObject, encodeObject, typeBytes } from "./protocol-forms";
import type { Session } from "./session";

/** The resources of a provider that have an identity. */
export function identifiedResources({ resources }: Provider): Provider["resources"] {
  const identified = Object.entries(resources).filter(([, { identity }]) => identity !== undefined);
  return Object.fromEntries(identified);
}

/** The schema of a resource's identity in the protocol's form. It has one version. */
export function identitySchema({ identity }: Resource): ResourceIdentitySchema {
  return {
    version: 0,
    identityAttributes: Object.entries(identity?.attributes ?? {}).map(([name, { type, parts }]) => ({
      name,
      type: typeBytes(type),
      requiredForImport: parts.presence === "required",
      optionalForImport: parts.presence === "optional",
      description: parts.description,
    })),
  };
}

/** Decodes an identity that Terraform sent; null if it sent none, or the resource has none. */
export function decodeIdentity({ identity }: Resource, sent: ResourceIdentityData | undefined) {
  const values = identity && decodeObject(identity.attributes, sent?.identityData);
  return (values ?? null) as Identity | null;
}

/** Decodes a stored identity; undefined if none is stored. */
export function storedIdentity(resource: Resource, stored: Pick<RawState, "json"> | undefined) {
  const text = new TextDecoder().decode(stored?.json);
  if (resource.identity === undefined || text === "") return undefined;
  const type = objectType(resource.identity.attributes);
  return encodeIdentity(resource, asObject(decodeJson(type, text)));
}

/**
 * The identity of an object that was read, written or imported. Terraform drops an identity that is missing in a response.
 * It is built from the object, or is the stored one while the provider is not configured.
 */
export function currentIdentity(
  { context }: Session,
  resource: Resource,
  state: ObjectValue | null,
  sent: ResourceIdentityData | undefined,
  diagnostics: Diagnostics,
): ResourceIdentityData | undefined {
  const { identity } = resource;
  if (identity === undefined || state === null) return undefined;
  if (context === undefined) return sent;
  const stored = decodeIdentity(resource, sent);
  const current = identity.of({ state, stored, context });
  const keys = Object.keys(identity.attributes).filter(
    (name) => identity.attributes[name]?.parts.presence === "required",
  );
  // After a failed create there may be no object. The failure is already reported.
  if (keys.some((name) => (current[name] ?? null) === null)) return sent;
  const changed = keys.filter((name) => (stored?.[name] ?? current[name]) !== current[name]);
  for (const name of changed) {
    diagnostics.error(
      "Internal provider error",
      `This is a bug in the provider. It changed ${name} from ${stored?.[name]} to ${current[name]}, but the identity of an object must not change. Report the bug.`,
    );
  }
  return encodeIdentity(resource, current);
}

/** Encodes an identity; undefined if the resource has none. */
export function encodeIdentity({ identity }: Resource, values: ObjectValue | null) {
  return identity && { identityData: encodeObject(identity.attributes, values) };
}
