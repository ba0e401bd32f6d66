import { schemaVersion } from "../definition/definition";
import type { AnyResource } from "../definition/resource";
import { DiagnosticError } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import type { RawState } from "../protocol/generated/tfplugin6";
import { objectType } from "../schema/implied-type";
import { decodeJson } from "../values/json";
import { asObject, type ObjectValue } from "../values/object-value";

/**
 * Decodes a stored state, which an older or newer version of the provider may have written: missing attributes become null,
 * unknown attributes are dropped. So are write-only values: Terraform rejects a state that has them.
 * @throws DiagnosticError for another schema version
 */
export function currentState<Context>(
  { attributes }: AnyResource<Context>,
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
