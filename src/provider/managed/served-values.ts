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
import { isEmpty } from "./look-alikes";
import { servedValues, type ValuesById } from "./notes";
import { wireFields } from "./wire";

interface Notes {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

interface PlannedWithNotes extends Notes {
  readonly prior: unknown;
  readonly plan: unknown;
}

/** The sent attributes that the service may serve differently, because the account's plan fixes them. */
export function namesServedDifferently(attributes: Attributes, sent: ObjectValue): string[] {
  return wireFields(attributes)
    .filter(({ name, servedDifferently }) => servedDifferently && name in sent)
    .map(({ name }) => name);
}

/** The sent attributes to read back: those that may be served differently, and cleared ones. */
export function namesReadBack(attributes: Attributes, sent: ObjectValue): string[] {
  const cleared = Object.keys(sent).filter((name) => isEmpty(sent[name] ?? null));
  return [...namesServedDifferently(attributes, sent), ...cleared];
}

/**
 * Records the values that the service serves instead of the ones just sent: the account's plan fixes them, or the service
 * ignores an empty list. Sending them again would change nothing, so they are not drift.
 * @param served the objects as read back, or as returned by the write
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
  const others = select(servedValues.of(privateState), (name) => !(name in sent));
  const ids = new Set([...Object.keys(others), ...Object.keys(differing)]);
  servedValues.set(
    privateState,
    Object.fromEntries([...ids].map((id) => [id, { ...others[id], ...differing[id] }])),
  );
}

/**
 * The values that the service serves instead of the state's. Every update sends the state's values again, because the
 * service may accept them after an upgrade of the account.
 */
function servedInstead(privateState: PrivateState): ObjectValue {
  return Object.assign({}, ...Object.values(servedValues.of(privateState)));
}

/** Warns of values that the service serves instead of the state's, in each plan without changes to the resource. */
export function warnOfServed(attributes: Attributes, { prior, plan, ...notes }: PlannedWithNotes): void {
  if (prior === null || !identical(objectType(attributes), plan as ObjectValue, prior as ObjectValue)) return;
  for (const warning of servedWarnings(prior as ObjectValue, notes.privateState))
    notes.diagnostics.add(warning);
}

/** A warning for each attribute whose served value differs from the state. */
export function servedWarnings(state: ObjectValue, privateState: PrivateState): Diagnostic[] {
  return Object.entries(servedInstead(privateState)).map(([name, served]) =>
    warning(name, state[name] ?? null, served),
  );
}

/**
 * Returns a function that reads the values of an object, with the state's value for each attribute whose served value is
 * still the recorded one. A record ends with the first read that returns another value.
 */
export function valuesIgnoringServed(
  attributes: Attributes,
  objects: readonly ApiObject[],
  state: ObjectValue,
  privateState: PrivateState,
): (object: ApiObject) => ObjectValue {
  const noted = servedValues.of(privateState);
  const reported = new Map(
    objects.filter(({ id }) => id in noted).map((object) => [object.id, reportedValues(attributes, object)]),
  );
  const still = select(noted, (name, value, id) => {
    return isSame(attributes, name, reported.get(id)?.[name] ?? null, value);
  });
  servedValues.set(privateState, still);
  return (object) => {
    const hidden = Object.keys(still[object.id] ?? {}).map((name) => [name, state[name] ?? null]);
    return { ...reportedValues(attributes, object), ...Object.fromEntries(hidden) };
  };
}

function warning(name: string, wanted: Value, served: Value): Diagnostic {
  const value = JSON.stringify(served);
  const [summary, detail] = isEmpty(wanted)
    ? [
        `${name} not cleared by the service`,
        `The provider cleared ${name}, but the service still has the old values. Remove the values in the service's portal, or add them to the configuration. State keeps the configured value, so that plans do not repeat a change without effect.`,
      ]
    : [
        `${name} fixed by the account's plan`,
        `The configuration sets ${name} to ${JSON.stringify(wanted)}. The service accepted that, but serves ${value}, because the account's plan fixes it. To remove this warning, set ${name} = ${value}. After an upgrade of the account, any other change to this resource sends the configured value again, for example a new name.`,
      ];
  return { severity: "warning", summary, detail, path: [{ attribute: name }] };
}

/** The values that match the predicate, without objects that have none. */
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
