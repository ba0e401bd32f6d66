import { inBatches, mapInBatches } from "../../client/batches";
import { groupedBy } from "../../service/groups";
import { type Attributes, asObject, type ObjectValue, unknown, type Value } from "../../terraform";
import { abbreviated } from "../text";
import { type ApiObject, differs, reportedValues } from "./api-fields";
import { mixedValues, type ValuesById } from "./notes";
import type { AnyManagedObject, Call, Identified, ObjectPlan } from "./object";

/**
 * Merges the values of a resource's objects. A value that all of them share becomes the resource's. If they differ, the resource
 * keeps its own: otherwise `ignore_changes` would spread the value of a single member over all of them. `odd` has the others by SID.
 * @param own the state; undefined for objects that no resource has managed, which have the most frequent values
 * @param isRest whether most objects of the resource may be missing, so that one of them speaks for no other
 */
export async function mergeValues(
  attributes: Attributes,
  objects: readonly ApiObject[],
  own?: ObjectValue,
  isRest?: boolean,
) {
  const each = await mapInBatches(objects, (object) => ({
    id: object.id,
    values: reportedValues(attributes, object),
  }));
  const shared: { [name: string]: Value } = {};
  const names = new Set<string>();
  for await (const some of inBatches(each)) {
    for (const [name, value] of some.flatMap(({ values }) => Object.entries(values))) {
      if (!(name in shared)) shared[name] = value;
      // The address differs by nature, and an update cannot change it.
      const isOwn = attributes[name]?.parts.replaces === true;
      if (!isOwn && !names.has(name) && (isRest || differs(attributes, name, value, shared))) names.add(name);
    }
  }
  for (const name of names) shared[name] = own === undefined ? mostFrequent(each, name) : (own[name] ?? null);
  const odd: { [id: string]: ObjectValue } = {};
  // A single object, as in most resources, cannot differ from others.
  for await (const some of inBatches(names.size === 0 ? [] : each)) {
    for (const { id, values } of some) {
      const differing = Object.entries(values).filter(
        ([name, value]) => names.has(name) && differs(attributes, name, value, shared),
      );
      if (differing.length > 0) odd[id] = Object.fromEntries(differing);
    }
  }
  return { shared, odd };
}

function mostFrequent(each: readonly { readonly values: ObjectValue }[], name: string): Value {
  const all = each.flatMap(({ values }) => (name in values ? [values[name] ?? null] : []));
  const groups = [...groupedBy(all, (value) => JSON.stringify(value)).values()];
  return groups.sort((a, b) => b.length - a.length)[0]?.[0] ?? null;
}

/** Warns of members that differ from their resource, by attribute. */
export function warnOfMixed(object: AnyManagedObject, call: Call, state: Identified, odd: ValuesById): void {
  for (const name of new Set(Object.values(odd).flatMap(Object.keys))) {
    const ids = Object.keys(odd).filter((id) => name in (odd[id] ?? {}));
    const groups = [...groupedBy(ids, (id) => JSON.stringify(odd[id]?.[name]))];
    const shown = groups.map(([value, members]) => `${value} (${object.membership?.named(state, members)})`);
    call.diagnostics.warning(
      `Members differ in ${name}`,
      `State keeps ${name} = ${JSON.stringify(state[name] ?? null)}, as last applied. These members differ: ${abbreviated(shown)}. The next apply sets the planned value for them, and for no other member. ignore_changes does not prevent that, because it applies to the resource as a whole.`,
      [{ attribute: name }],
    );
  }
}

/** Plans an update of the members that differ from the plan. Their unknown `id` shows which they are. */
export function planMixed(attributes: Attributes, call: ObjectPlan): void {
  const { plan, privateState } = call;
  const odd = mixedValues.of(privateState);
  // Most subnets, which may be large, have no such members.
  if (Object.keys(odd).length === 0 || !Array.isArray(plan.members)) return;
  const isWrong = (id: unknown) =>
    Object.entries(odd[String(id)] ?? {}).some(([name, value]) => differs(attributes, name, value, plan));
  plan.members = plan.members.map((member: Value) => {
    const values = asObject(member);
    return values !== null && isWrong(values.id) ? { ...values, id: unknown } : member;
  });
}

/** Notes values of members that a write has not reached, while the state has the planned ones. */
export function noteUnreached(call: Call, ids: readonly string[], valuesOf: (id: string) => ObjectValue) {
  const odd = mixedValues.of(call.privateState);
  const noted = ids.map((id) => [id, { ...odd[id], ...valuesOf(id) }]);
  mixedValues.set(call.privateState, { ...odd, ...Object.fromEntries(noted) });
}
