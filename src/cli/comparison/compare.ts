import type { Account } from "../../provider/account";
import { missingMembers, mixedValues } from "../../provider/managed/notes";
import { mayBeStoredForm } from "../../provider/managed/stored-forms";
import { wireFields } from "../../provider/managed/wire";
import {
  type Attribute,
  type Attributes,
  areBothEmpty,
  asObject,
  type Diagnostic,
  Diagnostics,
  equal,
  type ObjectValue,
  objectType,
  PrivateState,
  type Value,
} from "../../terraform";
import { decodeValue, encodeObject, keepSemanticallyEqual, withoutSecrets } from "../../terraform/tools";
import { failureText } from "../account/failure";
import { shownFields } from "../account/names";
import type { Note } from "../output/text";
import { type ChangedAttribute, inOrder, type Json } from "../output/values";
import { type Declared, namesOfDeclared } from "../state/declared";
import type { ChangedObject, DeclaredObject, GoneObject } from "./finding";

/** A declared object, compared with the account. */
export interface Compared {
  readonly object: DeclaredObject;
  /** The values that the object has now, then those of members that differ from it; empty when it is gone. */
  readonly forms: readonly ObjectValue[];
  /** Those of the resource as a whole come before those of single members. */
  readonly findings: readonly (ChangedObject | GoneObject)[];
  readonly notes: readonly Note[];
}

/**
 * Compares a declared object with the account as a refresh of Terraform would: the resource reads it, and the values are
 * held against the state's by the rules of the schema. A member of a subnet that is gone, or that differs from the others, has
 * a finding of its own.
 * @throws Error that names the object
 */
export async function compare(declared: Declared, account: Account, signal: AbortSignal): Promise<Compared> {
  const { address, resource, state } = declared;
  const object: DeclaredObject = { ...namesOfDeclared(declared), address, state };
  const { now, odd, lost, notes } = await read(declared, account, signal);
  if (now === null) return { object, forms: [], findings: [{ type: "gone", ...object }], notes };
  const members = membersOf(now);
  const gone = [...membersOf(declared.values)].filter(([id]) => !members.has(id));
  // A member that a refresh has removed from the state is known by its address alone.
  const earlier = lost.filter((host) => gone.every(([, known]) => known !== host));
  const before = expectedNow(declared, new Set(gone.map(([id]) => id)), now);
  // Only the private state has the forms in which the service stores what was sent.
  const forms = (declared.notes === undefined ? wireFields(resource.attributes) : []).filter(
    (field) => field.fixedByPlan || mayBeStoredForm(resource.object, field, before, now[field.name] ?? null),
  );
  const open = new Set(forms.map(({ name }) => name));
  const differing = changedAttributes(declared, before, now);
  const memberAs = (id: string, host: string) => ({ ...object, id, key: host, member: host });
  const changed = (as: DeclaredObject, all: readonly ChangedAttribute[]): ChangedObject[] => {
    const attributes = all.filter(({ name }) => !open.has(name));
    return attributes.length === 0 ? [] : [{ type: "changed", ...as, attributes }];
  };
  return {
    object,
    forms: [now, ...odd.values()],
    notes: [
      ...notes,
      ...differing.filter(({ name }) => open.has(name)).map(({ name }) => formNote(address, name)),
    ],
    findings: [
      ...changed(object, differing),
      ...[...odd].flatMap(([id, form]) =>
        changed(memberAs(id, members.get(id) ?? id), changedAttributes(declared, before, form)),
      ),
      ...[...gone, ...earlier.map((host) => [object.id, host] as const)].map(
        ([id, host]) => ({ type: "gone", ...memberAs(id, host) }) as const,
      ),
    ],
  };
}

/** The addresses of the objects that a resource manages, by SID; without an address, the SID. */
function membersOf({ members }: ObjectValue): ReadonlyMap<string, string> {
  const all = Array.isArray(members) ? members.map(asObject) : [];
  return new Map(all.map((member) => [String(member?.id), String(member?.host ?? member?.id)]));
}

/** The values of a state without members that are gone, and with the defaults of attributes that an older version did not store. */
function expectedNow(
  { resource, values }: Declared,
  gone: ReadonlySet<string>,
  now: ObjectValue,
): ObjectValue {
  const filled = Object.entries(resource.attributes).map(
    ([name, { parts }]) => [name, values[name] ?? parts.defaultValue ?? null] as [string, Value],
  );
  const { members } = values;
  const left = Array.isArray(members) && members.filter((member) => !gone.has(String(asObject(member)?.id)));
  return {
    ...Object.fromEntries(filled),
    ...(left && gone.size > 0 && { id: now.id ?? null, members: left }),
  };
}

/** The given attributes that differ. Those that the state lacks, and that the provider then only fills in, are not compared. */
function changedAttributes(declared: Declared, before: ObjectValue, now: ObjectValue): ChangedAttribute[] {
  return Object.entries(declared.resource.attributes).flatMap(([name, attribute]) => {
    const [old = null, current = null] = [before[name], now[name]];
    const isFilledIn = declared.lacking.has(name) || attribute.parts.presence === "computed";
    if (!(name in now) || (old === null && isFilledIn) || isSame(attribute, old, current)) return [];
    return [changedAttribute(declared, name, attribute, before, now)];
  });
}

/** Whether nothing differs. A refresh may read a collection as empty that the state has as null. */
function isSame(attribute: Attribute, before: Value, now: Value): boolean {
  return areBothEmpty(attribute, before, now) || equal(attribute.type, before, now);
}

async function read(
  { address, resource, values, notes, sensitive }: Declared,
  context: Account,
  signal: AbortSignal,
): Promise<{
  readonly now: ObjectValue | null;
  /** The values of members that differ from those of the resource, by SID. */
  readonly odd: ReadonlyMap<string, ObjectValue>;
  /** The addresses of members that are gone. */
  readonly lost: readonly string[];
  readonly notes: readonly Note[];
}> {
  const { attributes } = resource;
  const diagnostics = new Diagnostics();
  const privateState = new PrivateState(notes);
  const call = { context, diagnostics, privateState, signal, state: values };
  const now = await resource.read(call).catch((error: unknown) => {
    throw new Error(`${address}: ${failureText(error)}`);
  });
  const failed = diagnostics.list.find(({ severity }) => severity === "error");
  if (failed !== undefined) throw new Error(`${address}: ${failed.summary}: ${failed.detail}`);
  const stored = now && keepSemanticallyEqual(attributes, now as ObjectValue, values);
  const odd = Object.entries(mixedValues.of(privateState)).map(([id, own]) => {
    const whole = asStored(attributes, { ...stored, ...own, members: null });
    return [id, Object.fromEntries(Object.keys(own).map((name) => [name, whole[name] ?? null]))] as const;
  });
  return {
    now: stored && asStored(attributes, stored),
    odd: new Map(odd),
    lost: missingMembers.of(privateState),
    notes: diagnostics.list.map((diagnostic) => ({
      text: diagnosticText(diagnostic, sensitive),
      address,
    })),
  };
}

/** A state as Terraform would store it: texts in one normal form, without what only the provider may see. */
function asStored(attributes: Attributes, state: ObjectValue): ObjectValue {
  return decodeValue(
    objectType(attributes),
    encodeObject(attributes, withoutSecrets(attributes, state)),
  ) as ObjectValue;
}

/** Of an attribute that the configuration marks as sensitive, the detail may quote the value. */
function diagnosticText({ summary, detail, path }: Diagnostic, sensitive: ReadonlySet<string>): string {
  const [step] = path ?? [];
  const isSensitive = step !== undefined && "attribute" in step && sensitive.has(step.attribute);
  return isSensitive ? summary : `${summary}: ${detail}`;
}

function changedAttribute(
  { kind, sensitive }: Declared,
  name: string,
  { parts }: Attribute,
  values: ObjectValue,
  now: ObjectValue,
): ChangedAttribute {
  if (parts.sensitive || sensitive.has(name)) return { name, sensitive: true };
  const json = (value: Value | undefined): Json => inOrder((value ?? null) as Json);
  const before = json(shownFields(kind, values)[name]);
  const after = json(shownFields(kind, now)[name]);
  // Masked credentials that end alike look equal.
  return name === "contact" && before === after ? { name, sensitive: true } : { name, before, after };
}

function formNote(address: string, name: string): Note {
  return {
    address,
    text: `The account has another ${name} than the state. This may not be drift: the service may store the value in another form, or the account's plan may fix it. Only the output of \`terraform state pull\` has what is needed to decide.`,
  };
}
