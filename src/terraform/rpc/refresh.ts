import type { Identity } from "../definition/identity";
import type { AnyResource, Call } from "../definition/resource";
import { DiagnosticError } from "../diagnostics";
import { keepSemanticallyEqual, withoutSecrets } from "../planning/plan-change";
import { type ObjectValue, objectValue } from "../values/object-value";

/** What names an object to import: an id, or an identity and an empty id. */
type Named = { readonly id: string; readonly identity: Identity | null };

/** An object as it is read, in the spelling of the state so far; null when it is gone. */
export async function readInto(
  resource: AnyResource<unknown>,
  call: Call<unknown> & { readonly state: ObjectValue },
): Promise<ObjectValue | null> {
  const now = (await resource.read(call)) as ObjectValue | null;
  return now && keepSemanticallyEqual(resource.attributes, now, call.state);
}

/** The state that an import block and the refresh after it give an object; null when it is gone. */
export async function refreshed(
  resource: AnyResource<unknown>,
  call: Call<unknown> & Named,
): Promise<ObjectValue | null> {
  const { attributes } = resource;
  if (resource.import === undefined)
    throw new DiagnosticError("Import is not supported", "Objects of this type cannot be imported.");
  const imported = (await resource.import(call)) as ObjectValue;
  const state = objectValue(Object.keys(attributes).map((name) => [name, imported[name] ?? null]));
  const now = await readInto(resource, { ...call, state: withoutSecrets(attributes, state) });
  return now && withoutSecrets(attributes, now);
}
