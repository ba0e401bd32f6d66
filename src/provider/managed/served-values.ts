import {
  type Attributes,
  type Diagnostic,
  type Diagnostics,
  equal,
  identical,
  type ObjectValue,
  objectType,
  type PrivateState,
  type Value,
} from "../../terraform";
import { type ApiObject, reportedValues } from "./api-fields";
import { wireFields } from "./wire";

/** Values of attributes by the SID of the object. */
export type ValuesById = Readonly<Record<string, ObjectValue>>;

interface Notes {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

interface PlannedWithNotes extends Notes {
  readonly prior: unknown;
  readonly plan: unknown;
}

const note = "served_differently";

/** The names of what was sent and may be served differently, as the account's plan fixes it. */
export function namesServedDifferently(attributes: Attributes, sent: ObjectValue): string[] {
  return wireFields(attributes)
    .filter(({ name, servedDifferently }) => servedDifferently && name in sent)
    .map(({ name }) => name);
}

/** The names of what was sent and is read back: what may be served differently, and what was cleared. */
export function namesReadBack(attributes: Attributes, sent: ObjectValue): string[] {
  const cleared = Object.keys(sent).filter((name) => isCleared(sent[name] ?? null));
  return [...namesServedDifferently(attributes, sent), ...cleared];
}

/**
 * Remembers what the service serves otherwise than our write just sent it: the account's plan fixes it, or the service
 * ignores that a list is empty. To send it again would change nothing, so it is not drift.
 * @param served the objects as they were read back, or as the answer to the write returned them
 */
export function noteServed(
  attributes: Attributes,
  sent: ObjectValue,
  served: ValuesById,
  { privateState, diagnostics }: Notes,
): void {
  const checked = namesReadBack(attributes, sent);
  const differing = select(served, (name, value) => {
    return checked.includes(name) && value !== null && !isSame(attributes, name, value, sent[name] ?? null);
  });
  for (const [name, value] of Object.entries(Object.assign({}, ...Object.values(differing)) as ObjectValue))
    diagnostics.add(warning(name, sent[name] ?? null, value));
  const others = select(servedNotes(privateState), (name) => !(name in sent));
  const ids = new Set([...Object.keys(others), ...Object.keys(differing)]);
  setNotes(privateState, Object.fromEntries([...ids].map((id) => [id, { ...others[id], ...differing[id] }])));
}

/**
 * What the service serves instead of the state's values. Any update sends those again, since the service may honour them
 * by now: the account may have been upgraded.
 */
export function servedInstead(privateState: PrivateState): ObjectValue {
  return Object.assign({}, ...Object.values(servedNotes(privateState)));
}

/** Shows what the service serves instead of the state's values, in each plan that changes nothing of the resource. */
export function warnOfServed(attributes: Attributes, { prior, plan, ...notes }: PlannedWithNotes): void {
  if (prior === null || !identical(objectType(attributes), plan as ObjectValue, prior as ObjectValue)) return;
  for (const warning of servedWarnings(prior as ObjectValue, notes.privateState))
    notes.diagnostics.add(warning);
}

/** A warning for each attribute of which the service serves something else than the state holds. */
export function servedWarnings(state: ObjectValue, privateState: PrivateState): Diagnostic[] {
  return Object.entries(servedInstead(privateState)).map(([name, served]) =>
    warning(name, state[name] ?? null, served),
  );
}

/**
 * How what is told of an object is read: with the state's value for what the service still serves as it is remembered. A
 * note ends with the first read that shows something else.
 */
export function valuesIgnoringServed(
  attributes: Attributes,
  objects: readonly ApiObject[],
  state: ObjectValue,
  privateState: PrivateState,
): (object: ApiObject) => ObjectValue {
  const noted = servedNotes(privateState);
  const reported = new Map(
    objects.filter(({ id }) => id in noted).map((object) => [object.id, reportedValues(attributes, object)]),
  );
  const still = select(noted, (name, value, id) => {
    return isSame(attributes, name, reported.get(id)?.[name] ?? null, value);
  });
  setNotes(privateState, still);
  return (object) => {
    const hidden = Object.keys(still[object.id] ?? {}).map((name) => [name, state[name] ?? null]);
    return { ...reportedValues(attributes, object), ...Object.fromEntries(hidden) };
  };
}

function warning(name: string, wanted: Value, served: Value): Diagnostic {
  const value = JSON.stringify(served);
  const [summary, detail] = isCleared(wanted)
    ? [
        `The service kept ${name}`,
        `The provider cleared ${name}, but the service ignored that and still has the old values. State keeps the configuration's value, so that plans do not repeat a change without effect. Remove the values in the service's portal, or add them to the configuration.`,
      ]
    : [
        `The service serves another ${name}`,
        `The configuration sets ${name} to ${JSON.stringify(wanted)}. The service accepted that, but serves ${value}, as the account's plan fixes it. To end this warning, set ${name} = ${value}. If the account was upgraded since, any other change to this resource sends the configured value again, for example a new name.`,
      ];
  return { severity: "warning", summary, detail, path: [{ attribute: name }] };
}

/** Whether it says that there is nothing. */
function isCleared(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function servedNotes(privateState: PrivateState): ValuesById {
  return (privateState.get(note) as ValuesById | undefined) ?? {};
}

function setNotes(privateState: PrivateState, noted: ValuesById): void {
  privateState.set(note, Object.keys(noted).length === 0 ? undefined : noted);
}

/** The values for which that holds, without objects of which none is left. */
function select(values: ValuesById, holds: (name: string, value: Value, id: string) => boolean): ValuesById {
  const kept = Object.entries(values).map(([id, of]) => {
    const those = Object.entries(of).filter(([name, value]) => holds(name, value, id));
    return [id, Object.fromEntries(those)] as const;
  });
  return Object.fromEntries(kept.filter(([, of]) => Object.keys(of).length > 0));
}

function isSame(attributes: Attributes, name: string, a: Value, b: Value): boolean {
  const attribute = attributes[name];
  return attribute !== undefined && equal(attribute.type, a, b);
}
