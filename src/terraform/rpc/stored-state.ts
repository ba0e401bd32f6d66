import { type Call, type Resource, schemaVersion } from "../definition/definition";
import { DiagnosticError } from "../diagnostics";
import { keepSemanticallyEqual, withoutSecrets } from "../planning/plan-change";
import type { RawState } from "../protocol/generated/tfplugin6";
import { objectType } from "../schema/implied-type";
import { decodeJson } from "../values/json";
import { asObject, type ObjectValue } from "../values/object-value";

/**
 * Decodes a stored state, which an older or newer version of the provider may have written: missing attributes become null,
 * unknown attributes are dropped. So are write-only values: Terraform rejects a state that has them.
 * @throws DiagnosticError for another schema version
 */
export function currentState(
  { attributes }: Pick<Resource, "attributes">,
  type: string,
  version: number,
  stored: Pick<RawState, "json"> | undefined,
): ObjectValue | null {
  if (version !== schemaVersion)
    throw new DiagnosticError(
      "Unsupported state version",
      `The state has a ${type} of schema version ${version}, but this version of the provider supports version ${schemaVersion}. Use the provider version that wrote the state, or a later one.`,
    );
  const text = new TextDecoder().decode(stored?.json);
  const state = text === "" ? null : asObject(decodeJson(objectType(attributes), text));
  return state && withoutSecrets(attributes, state);
}

/** Reads an object, and keeps the state's form of semantically equal values; null if the object does not exist. */
export async function readCurrent(resource: Resource, call: Call<unknown> & { readonly state: ObjectValue }) {
  const now = (await resource.read(call)) as ObjectValue | null;
  return now && keepSemanticallyEqual(resource.attributes, now, call.state);
}

/** Imports and reads an object, as an import block and the refresh after it do; null if the object does not exist. */
export async function importAndRead(
  resource: Resource,
  call: Parameters<NonNullable<Resource["import"]>>[0],
): Promise<ObjectValue | null> {
  if (resource.import === undefined)
    throw new DiagnosticError("Import not supported", "Objects of this type cannot be imported.");
  const imported = (await resource.import(call)) as ObjectValue;
  return readCurrent(resource, { ...call, state: withoutSecrets(resource.attributes, imported) });
}
