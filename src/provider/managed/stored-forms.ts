import { createHash, randomBytes } from "node:crypto";
import { mayBeSame } from "../../service/same";
import {
  type Attribute,
  type Attributes,
  areBothEmpty,
  canonicalText,
  type Diagnostic,
  isSemanticallyEqual,
  normalize,
  type ObjectValue,
  type PrivateState,
  type Value,
} from "../../terraform";
import { type ApiObject, compareValue, differs, isEmpty, updateBody } from "./api-fields";
import { type Fields, keyRuleOf } from "./identity/natural-key";
import { storedForms } from "./notes";
import { type AnyManagedObject, type Call, keyField, type ObjectPlan } from "./object";
import { type WireField, wireFields } from "./wire";

/*
 * The service may store a value in another form than it was sent (docs/design/writing.md#stored-forms). The form that it shows
 * after a write is noted. While it shows that form, the state keeps the configured value.
 */

type NotedCall = Pick<Call, "privateState" | "diagnostics">;

/** A write of some attributes, and what the service has shown since. */
interface Written {
  readonly names: readonly string[];
  readonly plan: ObjectValue;
  readonly shown: readonly ApiObject[];
  /** The state before an update; undefined for new objects. */
  readonly prior: ObjectValue | undefined;
  /** Whether nothing was sent: only what the account's plan fixes then differs from the configuration. */
  readonly isAdopted?: boolean | undefined;
}

/** Notes the forms in which the service shows what was just written, with a warning for each attribute. */
export function noteWritten(
  object: AnyManagedObject,
  call: NotedCall,
  { names, plan, shown, prior, isAdopted }: Written,
): void {
  if (names.length === 0) return;
  const notes = new FormNotes(object, call, plan);
  // The value of an imported object may be a stored form of what was sent.
  const before = notes.isImported ? undefined : prior;
  const isNew = prior === undefined;
  notes.isImported = false;
  const fields = notable(object.attributes).filter(({ name }) => names.includes(name));
  for (const field of isAdopted ? fields.filter(({ fixedByPlan }) => fixedByPlan) : fields) {
    notes.noteBefore(field, before);
    notes.unseen.set(field.name, isNew);
    const isOther = notes.noteShown(field, shown);
    if (isOther === false && isNew && mayBeEcho(object, field)) notes.unseen.set(field.name, false);
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
  call: NotedCall,
  objects: readonly T[],
  state: ObjectValue,
): readonly T[] {
  const notes = new FormNotes(object, call, state);
  let current = objects;
  for (const field of notable(object.attributes)) {
    const isNew = notes.unseen.get(field.name);
    if (isNew !== undefined)
      notes.noteShown(
        field,
        objects,
        (value) =>
          isNew || mayBeStoredForm(object, field, state, value) || isExtended(state[field.name], value),
      );
    current = notes.withConfigured(field, current);
  }
  notes.save();
  const key = keyField(object);
  const isSameKey = (each: T) =>
    typeof state[key] === "string" && keyRuleOf(object).compare(state, each) === "same";
  if (current.length > 1) return current;
  return current.map((each) => (isSameKey(each) ? { ...each, [key]: state[key] } : each));
}

/** The SIDs of objects that show what was there before the last update, which no read has shown since: a list may lag. */
export function idsShownAsBefore(
  object: AnyManagedObject,
  call: NotedCall,
  objects: readonly ApiObject[],
  state: ObjectValue,
): string[] {
  const notes = new FormNotes(object, call, state);
  const fields = notable(object.attributes).filter(({ name }) => notes.unseen.has(name));
  return objects
    .filter((each) => fields.some((field) => notes.isAsBefore(field, each[field.field] as Value)))
    .map(({ id }) => id);
}

/** Plans the key of the state if the configured one means the same. A configuration hides no part of a key. */
export function keepSameKey(object: AnyManagedObject, { prior, plan, keepPrior }: ObjectPlan): void {
  const key = keyField(object);
  if (prior === null || [prior, plan].some((values) => typeof (values as Fields)[key] !== "string")) return;
  const { compare } = keyRuleOf(object);
  if (compare(plan, prior) === "same" && compare(prior, plan) === "same") keepPrior(key);
}

/**
 * Warns in each plan that sends nothing of a value that the account's plan fixes: the service does not say that an upgrade has
 * freed it, and accepts the configured one only with a write.
 */
export async function warnOfFixed(
  object: AnyManagedObject,
  { context, privateState, diagnostics, ...call }: ObjectPlan,
): Promise<void> {
  const { attributes, kind } = object;
  const [prior, plan] = [call.prior as ObjectValue | null, call.plan as ObjectValue];
  const { forms = {} } = storedForms.of(privateState);
  const fixed = wireFields(attributes).filter(({ name, fixedByPlan }) => fixedByPlan && name in forms);
  if (context === undefined || typeof prior?.id !== "string" || fixed.length === 0) return;
  if (Object.keys(updateBody(attributes, prior, plan).body).length > 0) return;
  const shown = (await context.reader(kind)).known(prior.id) as ApiObject | undefined;
  for (const field of fixed) {
    const value = shown?.[field.field] as Value | undefined;
    if (value !== undefined && differs(attributes, field.name, value, prior))
      diagnostics.add(warning(object, field, prior, [value]));
  }
}

/** The notes of one resource with its configured values, open for changes. */
class FormNotes {
  readonly forms;
  readonly unseen;
  isImported;
  readonly #salt: string;
  readonly #object: AnyManagedObject;
  readonly #call: NotedCall;
  readonly #configured: ObjectValue;

  constructor(object: AnyManagedObject, call: NotedCall, configured: ObjectValue) {
    const { forms = {}, unseen = {}, isImported = false, salt } = storedForms.of(call.privateState);
    this.forms = new Map(Object.entries(forms));
    this.unseen = new Map(Object.entries(unseen));
    this.isImported = isImported;
    this.#salt = salt ?? randomBytes(9).toString("base64url");
    this.#object = object;
    this.#call = call;
    this.#configured = configured;
  }

  save(): void {
    const { forms, unseen, isImported } = this;
    const notes = { forms: Object.fromEntries(forms), unseen: Object.fromEntries(unseen), salt: this.#salt };
    storedForms.set(this.#call.privateState, {
      ...(forms.size + unseen.size > 0 && notes),
      ...(isImported && { isImported }),
    });
  }

  /** Notes what an attribute was before an update, if the service showing it again means that the update had no effect. */
  noteBefore(field: WireField, state: ObjectValue | undefined): void {
    const { name, attribute } = field;
    const known = this.forms.get(name);
    this.forms.delete(name);
    if (state === undefined) return;
    const sent = this.#configured[name] ?? null;
    const old = state[name] ?? null;
    const mayRemain =
      isEmpty(sent) ||
      isForcible(attribute) ||
      isExtended(sent, old) ||
      mayBeStoredForm(this.#object, field, this.#configured, old);
    if (mayRemain) return;
    const hash = this.#hash(attribute, sent);
    const before = known?.sent === hash ? known.before : this.#hash(attribute, old);
    if (before !== undefined) this.forms.set(name, { sent: hash, shown: [], before });
  }

  isAsBefore({ name, attribute }: WireField, shown: Value | undefined): boolean {
    const before = this.forms.get(name)?.before;
    return before !== undefined && shown !== undefined && this.#hash(attribute, shown) === before;
  }

  /**
   * Notes the forms in which objects show an attribute.
   * @returns whether any is another one than the configured; undefined if no object shows the attribute
   */
  noteShown(
    field: WireField,
    objects: readonly ApiObject[],
    isForm?: (value: Value) => boolean,
  ): boolean | undefined {
    const { name, attribute } = field;
    const before = this.forms.get(name)?.before;
    const others = this.#otherForms(field, objects);
    if (others === undefined) return undefined;
    this.unseen.delete(name);
    this.forms.delete(name);
    if (others.length === 0) return false;
    const changed = others.filter((value) => this.#hash(attribute, value) !== before);
    const accepted = changed.filter(isForm ?? (() => true));
    this.forms.set(name, {
      sent: this.#hash(attribute, this.#configured[name] ?? null),
      shown: accepted.map((value) => this.#hash(attribute, value)),
      before,
    });
    if (accepted.length > 0)
      this.#call.diagnostics.add(warning(this.#object, field, this.#configured, accepted));
    if (isForm === undefined && changed.length < others.length) this.#call.diagnostics.add(unchanged(field));
    return true;
  }

  /** A note ends with the first read in which objects show the configured value, and none its noted form. */
  withConfigured<T extends ApiObject>(field: WireField, objects: readonly T[]): readonly T[] {
    const { name, attribute } = field;
    const form = this.forms.get(name);
    const value = this.#configured[name] ?? null;
    if (form === undefined || form.shown.length === 0 || form.sent !== this.#hash(attribute, value))
      return objects;
    const isNoted = new Map<string, boolean>();
    const current = objects.map((each) => {
      const shown = each[field.field] as Value | undefined;
      if (shown === undefined) return each;
      const text = canonicalText(attribute.type, shown);
      if (!isNoted.has(text)) isNoted.set(text, form.shown.includes(this.#hash(attribute, shown)));
      return isNoted.get(text) ? { ...each, [field.field]: value } : each;
    });
    const isConfigured = this.#otherForms(field, current)?.length === 0;
    if (isConfigured && ![...isNoted.values()].includes(true)) this.forms.delete(name);
    return current;
  }

  /** The shown values that do not mean the configured one; undefined if no object shows the attribute. */
  #otherForms(
    { name, field, attribute }: WireField,
    objects: readonly ApiObject[],
  ): readonly Value[] | undefined {
    const value = this.#configured[name] ?? null;
    const shown = objects.filter((each) => each[field] !== undefined);
    const others = shown.filter((each) => {
      const other = each[field] as Value;
      if (areBothEmpty(attribute, value, other) || isSemanticallyEqual(attribute.parts.shape, value, other))
        return false;
      // A member of a subnet has its own address.
      const isKey = name === keyField(this.#object);
      const likeness = isKey ? keyRuleOf(this.#object).compare(this.#configured, each) : "different";
      return likeness === "different" || likeness === "perhaps";
    });
    const distinct = new Map(
      others.map((each) => [canonicalText(attribute.type, each[field] as Value), each[field] as Value]),
    );
    return shown.length === 0 ? undefined : [...distinct.values()];
  }

  /** A salted hash, because values may be secrets. */
  #hash({ type, parts }: Attribute, value: Value): string {
    const text = isEmpty(value) ? "" : canonicalText(type, normalize(parts.shape, value));
    return createHash("sha256").update(`${this.#salt} ${text}`).digest("base64url").slice(0, 16);
  }
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
function isForcible({ type, parts }: Attribute): boolean {
  return type.kind === "bool" || parts.shape.parts.isWord === true;
}

/** Whether a shown value may be a stored form of the configured one. */
export function mayBeStoredForm(
  object: AnyManagedObject,
  { name, field, attribute }: WireField,
  configured: ObjectValue,
  shown: Value,
): boolean {
  const likeness =
    name === keyField(object)
      ? keyRuleOf(object).compare(configured, { ...configured, [field]: shown })
      : compareValue(attribute, configured[name] ?? null, shown);
  return mayBeSame(likeness);
}

/** Whether a shown list has all elements that were sent, and others that the service added. */
function isExtended(sent: Value | undefined, shown: Value): boolean {
  if (!Array.isArray(sent) || !Array.isArray(shown) || sent.length === 0) return false;
  const elements = new Set(shown);
  return sent.every((element) => elements.has(element));
}

/** The fields whose form counts. Another object may take a movable flag. */
function notable(attributes: Attributes): readonly WireField[] {
  return wireFields(attributes).filter(({ movable }) => !movable);
}

/**
 * Whether the response to a create may repeat a key as it was sent, while the service stores another form of it: a change of the
 * key replaces the object over version 3.0. Forms of other keys mean the same.
 */
function mayBeEcho({ key }: AnyManagedObject, { name, attribute }: WireField): boolean {
  return name === key.field && attribute.parts.shape.parts.normalForm === undefined;
}

function unchanged({ name }: WireField): Diagnostic {
  return {
    severity: "warning",
    summary: `${name} not changed`,
    detail: `The service accepted the new value of ${name}, and still shows the old one. Plan again: if the difference remains, change it in the service's portal, or ask the service why.`,
    path: [{ attribute: name }],
  };
}

function warning(
  { additionalSecrets }: AnyManagedObject,
  { name, attribute, fixedByPlan }: WireField,
  configured: ObjectValue,
  shown: readonly Value[],
): Diagnostic {
  const sent = configured[name] ?? null;
  const isSecret = additionalSecrets?.(configured as never)?.includes(String(sent)) === true;
  const forms = shown.map((value) => JSON.stringify(value)).join(" and ");
  const facts = isSecret
    ? `The service shows ${name} in another form than the one that was sent.`
    : `The provider sent ${JSON.stringify(sent)}, and the service shows ${forms}.`;
  const cause = isEmpty(sent)
    ? " The service did not clear it. To clear it, use the service's portal."
    : isForcible(attribute)
      ? " The account's plan may fix the value. After an upgrade of the account, the next change to this resource sends the configured value again."
      : "";
  const repetition = fixedByPlan
    ? ` Each plan repeats this warning. To end it, set ${name} to the value that the service shows.`
    : "";
  return {
    severity: "warning",
    summary: `${name} stored in another form`,
    detail: `${facts}${cause} State keeps the configured value, and plans show no difference while the service shows this form.${repetition}`,
    path: [{ attribute: name }],
  };
}
