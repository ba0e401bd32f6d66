import { createHash, randomBytes } from "node:crypto";
import {
  type Attribute,
  type Attributes,
  areBothEmpty,
  type Call,
  canonicalText,
  type Diagnostic,
  isSemanticallyEqual,
  normalize,
  type ObjectValue,
  type PrivateState,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import type { ApiObject } from "./api-fields";
import { compareValue, isEmpty, mayBeSame } from "./look-alikes";
import { type StoredForm, storedForms } from "./notes";
import { type AnyManagedObject, keyField, keyRuleOf } from "./object";
import { type WireField, wireFields } from "./wire";

/*
 * The service may store a value in another form than it was sent (docs/design/writing.md#stored-forms). The form that it shows
 * after a write is noted. While it shows that form, the state keeps the configured value.
 */

type Notes = Pick<Call<Account>, "privateState" | "diagnostics">;

/** Notes of one resource, open for changes. */
class FormNotes {
  readonly forms: Map<string, StoredForm>;
  readonly unseen: Map<string, boolean>;
  isImported: boolean;
  readonly #salt: string;
  readonly #privateState: PrivateState;

  constructor(privateState: PrivateState) {
    const {
      forms = {},
      unseen = {},
      isImported = false,
      salt = randomBytes(9).toString("base64url"),
    } = storedForms.of(privateState);
    this.forms = new Map(Object.entries(forms));
    this.unseen = new Map(Object.entries(unseen));
    this.isImported = isImported;
    this.#salt = salt;
    this.#privateState = privateState;
  }

  /** A salted hash, because values may be secrets. */
  hash({ type, parts }: Attribute, value: Value): string {
    const text = isEmpty(value) ? "" : canonicalText(type, normalize(parts.shape, value));
    return createHash("sha256").update(`${this.#salt} ${text}`).digest("base64url").slice(0, 16);
  }

  note({ name, attribute }: WireField, sent: Value, shown: readonly Value[]): void {
    const hashes = shown.map((value) => this.hash(attribute, value));
    this.forms.set(name, { sent: this.hash(attribute, sent), shown: hashes });
  }

  save(): void {
    const [forms, unseen] = [this.forms, this.unseen].map((notes) => Object.fromEntries<unknown>(notes));
    const hasForms = this.forms.size + this.unseen.size > 0;
    const notes = { salt: this.#salt, forms, unseen } as ReturnType<(typeof storedForms)["of"]>;
    storedForms.set(this.#privateState, {
      ...(hasForms && notes),
      ...(this.isImported && { isImported: true }),
    });
  }
}

/** A write of some attributes, and what the service has shown since. */
interface Written {
  readonly names: readonly string[];
  readonly plan: ObjectValue;
  readonly shown: readonly ApiObject[];
  readonly isNew: boolean;
}

/** Notes the forms in which the service shows what was just written, with a warning for each attribute. */
export function noteWritten(
  object: AnyManagedObject,
  call: Notes,
  { names, plan, shown, isNew }: Written,
): void {
  const notes = new FormNotes(call.privateState);
  if (names.length > 0) notes.isImported = false;
  for (const field of notable(object.attributes).filter(({ name }) => names.includes(name))) {
    const { name } = field;
    notes.forms.delete(name);
    notes.unseen.delete(name);
    const others = otherForms(object, field, plan, shown);
    if (others === undefined) notes.unseen.set(name, isNew);
    else if (others.length === 0 && isNew && mayBeEcho(object, field)) notes.unseen.set(name, false);
    else if (others.length > 0) {
      notes.note(field, plan[name] ?? null, others);
      call.diagnostics.add(warning(object, field, plan, others));
    }
  }
  notes.save();
}

/**
 * The objects with the configured value in place of each noted form, so that nothing else sees the difference. The first read
 * after a write shows the form of an attribute that the response did not have: of a new object it is noted as it is, otherwise if
 * it may be a form of what was sent.
 */
export function withConfiguredForms<T extends ApiObject>(
  object: AnyManagedObject,
  call: Notes,
  objects: readonly T[],
  state: ObjectValue,
): readonly T[] {
  const notes = new FormNotes(call.privateState);
  for (const field of notable(object.attributes)) noteFirstRead(object, call, notes, field, objects, state);
  let current = objects.length === 1 ? objects.map((each) => withSameKey(object, each, state)) : objects;
  for (const field of notable(object.attributes))
    current = withConfigured(object, notes, field, current, state);
  notes.save();
  return current;
}

function noteFirstRead(
  object: AnyManagedObject,
  { diagnostics }: Notes,
  notes: FormNotes,
  field: WireField,
  objects: readonly ApiObject[],
  state: ObjectValue,
): void {
  const { name } = field;
  const isNew = notes.unseen.get(name);
  const others = isNew === undefined ? undefined : otherForms(object, field, state, objects);
  if (others === undefined) return;
  notes.unseen.delete(name);
  if (others.length === 0) return;
  const forms = isNew ? others : others.filter((value) => mayBeStoredForm(object, field, state, value));
  notes.note(field, state[name] ?? null, forms);
  if (forms.length > 0) diagnostics.add(warning(object, field, state, forms));
}

/** A note ends with the first read in which objects show the configured value, and none its noted form. */
function withConfigured<T extends ApiObject>(
  object: AnyManagedObject,
  notes: FormNotes,
  field: WireField,
  objects: readonly T[],
  state: ObjectValue,
): readonly T[] {
  const { name, attribute } = field;
  const form = notes.forms.get(name);
  const value = state[name] ?? null;
  if (form === undefined || form.shown.length === 0 || form.sent !== notes.hash(attribute, value))
    return objects;
  const isNoted = new Map<string, boolean>();
  const current = objects.map((each) => {
    const shown = each[field.field] as Value | undefined;
    if (shown === undefined) return each;
    const text = canonicalText(attribute.type, shown);
    if (!isNoted.has(text)) isNoted.set(text, form.shown.includes(notes.hash(attribute, shown)));
    return isNoted.get(text) ? { ...each, [field.field]: value } : each;
  });
  const isConfigured = isNoted.size > 0 && otherForms(object, field, state, current)?.length === 0;
  if (isConfigured && ![...isNoted.values()].includes(true)) notes.forms.delete(name);
  return current;
}

function withSameKey<T extends ApiObject>(object: AnyManagedObject, current: T, state: ObjectValue): T {
  const key = keyField(object);
  const isSame = typeof state[key] === "string" && keyRuleOf(object).compare(state, current) === "same";
  return isSame ? { ...current, [key]: state[key] } : current;
}

/**
 * The attributes to read back after an update: cleared ones, those that the account's plan may force, those with a note, and all
 * of an imported object, as no write has shown its forms.
 */
export function namesReadBack(
  attributes: Attributes,
  sent: ObjectValue,
  privateState?: PrivateState,
): string[] {
  const { forms = {}, isImported } = privateState === undefined ? {} : storedForms.of(privateState);
  const isUncertain = ({ name, attribute }: WireField) =>
    name in forms || isForcible(attribute) || isEmpty(sent[name] ?? null);
  return notable(attributes)
    .filter((field) => field.name in sent && (isImported || isUncertain(field)))
    .map(({ name }) => name);
}

/** The forced attributes. Every update sends them again, because the service may accept them after an upgrade of the account. */
export function forcedNames(attributes: Attributes, privateState: PrivateState): string[] {
  const { forms = {} } = storedForms.of(privateState);
  return notable(attributes)
    .filter(({ name, attribute }) => name in forms && isForcible(attribute))
    .map(({ name }) => name);
}

/** Whether the service may force another value: flags and enumerations. */
export function isForcible({ type, parts }: Attribute): boolean {
  return type.kind === "bool" || parts.shape.parts.isWord === true;
}

/** Whether a shown value may be a stored form of the configured one. */
export function mayBeStoredForm(
  object: AnyManagedObject,
  { name, field, attribute }: WireField,
  configured: ObjectValue,
  shown: Value,
): boolean {
  if (name === keyField(object))
    return mayBeSame(keyRuleOf(object).compare(configured, { ...configured, [field]: shown }));
  return mayBeSame(compareValue(attribute, configured[name] ?? null, shown));
}

/** The fields whose form counts. A flag that another object may take is no form. */
function notable(attributes: Attributes): readonly WireField[] {
  return wireFields(attributes).filter(({ movable }) => !movable);
}

/**
 * Whether the response to a create may repeat a key as it was sent, while the service stores another form of it: a change of the
 * key replaces the object over version 3.0. Forms of other keys mean the same.
 */
function mayBeEcho({ naturalKey }: AnyManagedObject, { name, attribute }: WireField): boolean {
  return name === naturalKey && attribute.parts.shape.parts.normalForm === undefined;
}

/** The shown values that do not mean the configured one; undefined if no object shows the attribute. */
function otherForms(
  object: AnyManagedObject,
  field: WireField,
  configured: ObjectValue,
  objects: readonly ApiObject[],
): readonly Value[] | undefined {
  const { name, attribute } = field;
  const value = configured[name] ?? null;
  const others = new Map<string, Value>();
  let isShown = false;
  for (const each of objects) {
    const shown = each[field.field] as Value | undefined;
    if (shown === undefined) continue;
    isShown = true;
    const isSame =
      areBothEmpty(attribute, value, shown) || isSemanticallyEqual(attribute.parts.shape, value, shown);
    const isSameKey = () =>
      name === keyField(object) &&
      ["same", "overlapping", undefined].includes(keyRuleOf(object).compare(configured, each));
    if (!isSame && !isSameKey()) others.set(canonicalText(attribute.type, shown), shown);
  }
  return isShown ? [...others.values()] : undefined;
}

function warning(
  { additionalSecrets }: AnyManagedObject,
  { name, attribute }: WireField,
  configured: ObjectValue,
  shown: readonly Value[],
): Diagnostic {
  const sent = configured[name] ?? null;
  const isSecret = additionalSecrets?.(configured as never)?.includes(String(sent)) === true;
  const facts = isSecret
    ? `The service shows ${name} in another form than the one that was sent.`
    : `The provider sent ${JSON.stringify(sent)}, and the service shows ${shown.map((value) => JSON.stringify(value)).join(" and ")}.`;
  const cause = isEmpty(sent)
    ? " The service did not clear it. To clear it, use the service's portal."
    : isForcible(attribute)
      ? " The account's plan may fix the value. After an upgrade of the account, the next change to this resource sends the configured value again."
      : "";
  return {
    severity: "warning",
    summary: `${name} stored in another form`,
    detail: `${facts}${cause} State keeps the configured value, and plans show no difference while the service shows this form.`,
    path: [{ attribute: name }],
  };
}
