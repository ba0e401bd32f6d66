import type { AnyResource, Call } from "../definition/resource";
import { DiagnosticError } from "../diagnostics";
import { keepSemanticallyEqual, withoutSecrets } from "../planning/plan-change";
import type { ObjectValue } from "../values/object-value";

/** Reads an object, and keeps the state's form of semantically equal values; null if the object does not exist. */
export async function readCurrent(
  resource: AnyResource<unknown>,
  call: Call<unknown> & { readonly state: ObjectValue },
): Promise<ObjectValue | null> {
  const now = (await resource.read(call)) as ObjectValue | null;
  return now && keepSemanticallyEqual(resource.attributes, now, call.state);
}

/** Imports and reads an object, as an import block and the refresh after it do; null if the object does not exist. */
export async function importAndRead(
  resource: AnyResource<unknown>,
  call: Parameters<NonNullable<AnyResource<unknown>["import"]>>[0],
): Promise<ObjectValue | null> {
  if (resource.import === undefined)
    throw new DiagnosticError("Import not supported", "Objects of this type cannot be imported.");
  const imported = (await resource.import(call)) as ObjectValue;
  return readCurrent(resource, { ...call, state: withoutSecrets(resource.attributes, imported) });
}
