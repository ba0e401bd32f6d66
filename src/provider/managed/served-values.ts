import type { PrivateState } from "../../terraform/definition/private-state";
import type { Diagnostics } from "../../terraform/diagnostics";
import type { Attributes } from "../../terraform/schema/attribute";
import { equal } from "../../terraform/values/equal";
import type { ObjectValue } from "../../terraform/values/object-value";
import type { Value } from "../../terraform/values/value";
import { wireFields } from "./wire";

/** What a write of ours sent, and what the service told right after it. */
interface Written {
  readonly attributes: Attributes;
  /** The attributes that the write set. */
  readonly sent: ObjectValue;
  readonly told: ObjectValue;
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

const servedNote = "served_differently";
const clearedNote = "cleared";

/** The names of what was sent and may be served differently. */
export function namesServedDifferently(attributes: Attributes, sent: ObjectValue): string[] {
  return wireFields(attributes)
    .filter(({ name, servedDifferently }) => servedDifferently && name in sent)
    .map(({ name }) => name);
}

/**
 * Remembers values that the service serves differently right after our own write: that is how the account's plan
 * has it, not drift (gaps 25). The user is told once.
 */
export function noteServed({ attributes, sent, told, privateState, diagnostics }: Written): void {
  const noted = { ...notes(privateState, servedNote) };
  for (const name of namesServedDifferently(attributes, sent)) {
    const configured = sent[name] ?? null;
    const served = told[name] ?? null;
    delete noted[name];
    if (served === null || isSame(attributes, name, configured, served)) continue;
    noted[name] = served;
    diagnostics.warning(
      `The service serves another ${name}`,
      `${name} is ${JSON.stringify(configured)} in the configuration, and the service accepted it, but it serves ${JSON.stringify(served)}: the account's plan fixes it. This is remembered and not shown as a difference again.`,
      [{ attribute: name }],
    );
  }
  setNotes(privateState, servedNote, noted);
}

/**
 * Remembers sets that an update cleared, in case the service ignores an empty list (gaps 17), until they are set again.
 */
export function noteCleared(prior: ObjectValue, sent: ObjectValue, privateState: PrivateState): void {
  const noted = { ...notes(privateState, clearedNote) };
  for (const [name, value] of Object.entries(sent)) {
    delete noted[name];
    if (Array.isArray(value) && value.length === 0) noted[name] = prior[name] ?? null;
  }
  setNotes(privateState, clearedNote, noted);
}

/** What was read, without differences that are known not to be drift. */
export function withoutKnownDifferences(
  attributes: Attributes,
  told: ObjectValue,
  state: ObjectValue,
  { privateState, diagnostics }: Pick<Written, "privateState" | "diagnostics">,
): { [name: string]: Value } {
  const served = notes(privateState, servedNote);
  const cleared = notes(privateState, clearedNote);
  const result = { ...told };
  for (const name of Object.keys(told)) {
    const value = told[name] ?? null;
    const isAsServed = name in served && isSame(attributes, name, value, served[name] ?? null);
    const isNotCleared = name in cleared && isSame(attributes, name, value, cleared[name] ?? null);
    if (isNotCleared) {
      diagnostics.warning(
        `The service kept ${name}`,
        `${name} was cleared, but the service ignored that and still has ${JSON.stringify(value)}. The configuration's value is kept in state, so that plans do not repeat a change without effect.`,
        [{ attribute: name }],
      );
    }
    if (isAsServed || isNotCleared) result[name] = state[name] ?? null;
  }
  return result;
}

function notes(privateState: PrivateState, name: string): ObjectValue {
  return (privateState.get(name) as ObjectValue | undefined) ?? {};
}

function setNotes(privateState: PrivateState, name: string, values: ObjectValue): void {
  privateState.set(name, Object.keys(values).length === 0 ? undefined : values);
}

function isSame(attributes: Attributes, name: string, a: Value, b: Value): boolean {
  const attribute = attributes[name];
  return attribute !== undefined && equal(attribute.type, a, b);
}
