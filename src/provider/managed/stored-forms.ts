import { createHash, randomBytes } from "node:crypto";
import { mayBeSame } from "../../service/same";
import {
  type Attribute,
  type Attributes,
  areBothEmpty,
  canonicalText,
  type Diagnostics,
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
export interface Written {
  readonly names: readonly string[];
  readonly plan: ObjectValue;
  readonly shown: readonly ApiObject[];
  /** The state before an update; undefined for new objects. */
  readonly prior: ObjectValue | undefined;
  /** Whether nothing was sent: only what the account's plan fixes then differs from the configuration. */
  readonly isAdopted?: boolean | undefined;
}

/** Notes the forms in which the service shows what was just written, with a warning for each attribute. */
export function noteWritten(object: AnyManagedObject, call: NotedCall, written: Written): void {
  const { names, plan, shown, prior, isAdopted } = written;
  if (names.length === 0) return;
  const notes = openNotes(object, call, plan);
  // The value of an imported object may be a stored form of what was sent.
  const before = notes.isImported ? undefined : prior;
  const isNew = prior === undefined;
  const fields = notable(object.attributes).filter(({ name }) => names.includes(name));
  for (const field of isAdopted ? fields.filter(({ fixedByPlan }) => fixedByPlan) : fields) {
    notes.noteBefore(field, before);
    notes.unseen.set(field.name, isNew);
    const isOther = notes.noteShown(field, shown);
    if (isOther === false && isNew && mayBeEcho(object, field)) notes.unseen.set(field.name, false);
  }
  notes.save({ isImported: false });
}

/** Notes that a recreated member may show another form than the noted one of the others: the next read notes each as it is. */
export function noteRecreated(object: AnyManagedObject, call: NotedCall, plan: ObjectValue): void {
  const notes = openNotes(object, call, plan);
  for (const [name, { shown }] of notes.forms) if (shown.length > 0) notes.unseen.set(name, true);
  notes.save();
}

/**
 * The objects with the configured value in place of each noted form, so that nothing else sees the difference. The first read
 * after a write shows the form of an attribute that the response did not have: it is noted if it may be a form of what was sent, and
 * for a new object in any case.
 */
export function withConfiguredForms<T extends ApiObject>(
  object: AnyManagedObject,
  call: NotedCall,
  objects: readonly T[],
  state: ObjectValue,
): readonly T[] {
  const notes = openNotes(object, call, state);
  let current = objects;
  for (const field of notable(object.attributes)) {
    const isNew = notes.unseen.get(field.name);
    if (isNew !== undefined) notes.noteShown(field, objects, isNew);
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
  const notes = openNotes(object, call, state);
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
export async function warnOfFixed(object: AnyManagedObject, call: ObjectPlan): Promise<void> {
  const { context, prior, plan, privateState, diagnostics } = call;
  const { attributes, kind } = object;
  const { forms = {} } = storedForms.of(privateState);
  const fixed = wireFields(attributes).filter(({ name, fixedByPlan }) => fixedByPlan && name in forms);
  if (context === undefined || prior === null || fixed.length === 0) return;
  if (Object.keys(updateBody(attributes, prior, plan).body).length > 0) return;
  const shown = (await context.reader(kind)).known(prior.id) as ApiObject | undefined;
  for (const field of fixed) {
    const value = shown?.[field.field] as Value | undefined;
    if (value !== undefined && differs(attributes, field.name, value, prior))
      warnOfForm(object, diagnostics, field, prior, [value]);
  }
}

/** The notes of one resource with its configured values, open for changes. */
function openNotes(
  object: AnyManagedObject,
  { privateState, diagnostics }: NotedCall,
  configured: ObjectValue,
) {
  const stored = storedForms.of(privateState);
  const { isImported = false, salt = randomBytes(9).toString("base64url") } = stored;
  const forms = new Map(Object.entries(stored.forms ?? {}));
  const unseen = new Map(Object.entries(stored.unseen ?? {}));
  const configuredOf = (name: string): Value => configured[name] ?? null;

  /** A salted hash, because values may be secrets. */
  const hash = ({ type, parts }: Attribute, value: Value): string => {
    const text = isEmpty(value) ? "" : canonicalText(type, normalize(parts.shape, value));
    return createHash("sha256").update(`${salt} ${text}`).digest("base64url").slice(0, 16);
  };

  /** The shown values that do not mean the configured one; undefined if no object shows the attribute. */
  const otherForms = ({ name, field, attribute }: WireField, objects: readonly ApiObject[]) => {
    const value = configuredOf(name);
    const shown = objects.filter((each) => each[field] !== undefined);
    const others = shown.filter((each) => {
      const other = each[field] as Value;
      if (areBothEmpty(attribute, value, other) || isSemanticallyEqual(attribute.parts.shape, value, other))
        return false;
      // A member of a subnet has its own address.
      const isKey = name === keyField(object);
      const likeness = isKey ? keyRuleOf(object).compare(configured, each) : "different";
      return likeness === "different" || likeness === "perhaps";
    });
    const values = others.map((each) => each[field] as Value);
    const distinct = new Map(values.map((other) => [canonicalText(attribute.type, other), other]));
    return shown.length === 0 ? undefined : [...distinct.values()];
  };

  return {
    forms,
    unseen,
    isImported,

    save(change: { readonly isImported?: boolean } = {}): void {
      const notes = { forms: Object.fromEntries(forms), unseen: Object.fromEntries(unseen), salt };
      storedForms.set(privateState, {
        ...(forms.size + unseen.size > 0 && notes),
        ...((change.isImported ?? isImported) && { isImported: true }),
      });
    },

    /** Notes what an attribute was before an update, if the service showing it again means that the update had no effect. */
    noteBefore(field: WireField, state: ObjectValue | undefined): void {
      const { name, attribute } = field;
      const known = forms.get(name);
      forms.delete(name);
      if (state === undefined) return;
      const [sent, old] = [configuredOf(name), state[name] ?? null];
      if (isEmpty(sent) || isForcible(attribute) || isExtended(sent, old)) return;
      if (mayBeStoredForm(object, field, configured, old)) return;
      const before = known?.sent === hash(attribute, sent) ? known.before : hash(attribute, old);
      if (before !== undefined) forms.set(name, { sent: hash(attribute, sent), shown: [], before });
    },

    isAsBefore({ name, attribute }: WireField, shown: Value | undefined): boolean {
      const before = forms.get(name)?.before;
      return before !== undefined && shown !== undefined && hash(attribute, shown) === before;
    },

    /**
     * Notes the forms in which objects show an attribute.
     * @param isNew for the first read after a write: whether that was a create
     * @returns whether any is another one than the configured; undefined if no object shows the attribute
     */
    noteShown(field: WireField, objects: readonly ApiObject[], isNew?: boolean) {
      const { name, attribute } = field;
      const before = forms.get(name)?.before;
      const others = otherForms(field, objects);
      if (others === undefined) return undefined;
      unseen.delete(name);
      forms.delete(name);
      if (others.length === 0) return false;
      const changed = others.filter((value) => hash(attribute, value) !== before);
      const isLikely = (value: Value) =>
        mayBeStoredForm(object, field, configured, value) || isExtended(configured[name], value);
      const likely = isNew === undefined ? changed : changed.filter(isLikely);
      const accepted = isNew ? changed : likely;
      const shown = accepted.map((value) => hash(attribute, value));
      // Each plan names a value that the account's plan fixes.
      const doubt = accepted.length > likely.length && !field.fixedByPlan && { isDoubtful: true };
      forms.set(name, { sent: hash(attribute, configuredOf(name)), shown, before, ...doubt });
      if (accepted.length > 0 && !doubt) warnOfForm(object, diagnostics, field, configured, accepted);
      if (isNew === undefined && changed.length < others.length) warnOfUnchanged(diagnostics, name);
      return true;
    },

    /**
     * A note ends with the first read in which objects show the configured value, and none its noted form. Each read warns of
     * a doubtful one, because Terraform drops the warnings of the refresh before a destroy.
     */
    withConfigured<T extends ApiObject>(field: WireField, objects: readonly T[]): readonly T[] {
      const { name, attribute } = field;
      const form = forms.get(name);
      const value = configuredOf(name);
      if (form === undefined || form.shown.length === 0 || form.sent !== hash(attribute, value))
        return objects;
      const isNoted = new Map<string, boolean>();
      const current = objects.map((each) => {
        const shown = each[field.field] as Value | undefined;
        if (shown === undefined) return each;
        const text = canonicalText(attribute.type, shown);
        if (!isNoted.has(text)) isNoted.set(text, form.shown.includes(hash(attribute, shown)));
        return isNoted.get(text) ? { ...each, [field.field]: value } : each;
      });
      const isConfigured = otherForms(field, current)?.length === 0;
      const noted = objects.filter((each, index) => each !== current[index]);
      if (isConfigured && noted.length === 0) forms.delete(name);
      const shown = noted.map((each) => each[field.field] as Value);
      if (noted.length > 0 && form.isDoubtful)
        warnOfForm(object, diagnostics, field, configured, shown, true);
      return current;
    },
  };
}

/**
 * The attributes to read back after an update: cleared ones, those that the account's plan may force, those with a note, and all
 * of an imported object, as no write has shown its forms.
 */
export function namesReadBack(attributes: Attributes, sent: ObjectValue, privateState?: PrivateState) {
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

/** Whether the service may force another value, and accept the configured one later: flags and enumerations that an update sends. */
function isForcible({ type, parts }: Attribute): boolean {
  return parts.replaces !== true && (type.kind === "bool" || parts.shape.parts.isWord === true);
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

function warnOfUnchanged(diagnostics: Diagnostics, name: string): void {
  diagnostics.warning(
    `${name} not changed`,
    `The service accepted the new value of ${name}, and still shows the old one. Plan again: if the difference remains, change it in the service's portal, or ask the service why.`,
    [{ attribute: name }],
  );
}

function warnOfForm(
  { additionalSecrets }: AnyManagedObject,
  diagnostics: Diagnostics,
  { name, attribute, fixedByPlan }: WireField,
  configured: ObjectValue,
  shown: readonly Value[],
  isDoubtful = false,
): void {
  const sent = configured[name] ?? null;
  const isSecret = additionalSecrets?.(configured)?.includes(String(sent)) === true;
  const forms = [...new Set(shown.map((value) => JSON.stringify(value)))].join(" and ");
  const facts = isSecret
    ? `The service shows ${name} in another form than the one that was sent.`
    : `The provider sent ${JSON.stringify(sent)}, and the service shows ${forms}.`;
  const causes = [
    isEmpty(sent) && "The service did not clear it. To clear it, use the service's portal.",
    !isEmpty(sent) &&
      isForcible(attribute) &&
      "The account's plan may fix the value. After an upgrade of the account, the next change to this resource sends the configured value again.",
    isDoubtful &&
      "Someone may have changed it before the first refresh: if so, restore it in the service's portal.",
  ];
  const consequence =
    "State keeps the configured value, and plans show no difference while the service shows this form.";
  const end = `Each plan repeats this warning. To end it, set ${name} to the value that the service shows.`;
  const sentences = [facts, ...causes, consequence, (fixedByPlan || isDoubtful) && end].filter(Boolean);
  diagnostics.warning(`${name} stored in another form`, sentences.join(" "), [{ attribute: name }]);
}
