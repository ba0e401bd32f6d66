import type { Account } from "../../provider/account";
import { missingMembers, mixedValues } from "../../provider/managed/notes";
import { mayBeStoredForm } from "../../provider/managed/stored-forms";
import { wireFields } from "../../provider/managed/wire";
import {
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
import { namesOfObject, shownFields } from "../account/names";
import type { Note } from "../output/text";
import { type ChangedAttribute, inOrder, type Json } from "../output/values";
import type { Declared } from "../state/declared";
import type { DeclaredObject, Finding } from "./finding";

/** A declared object, compared with the account. */
export type Compared = Awaited<ReturnType<typeof compare>>;

/**
 * Compares a declared object with the account as a refresh of Terraform would: the resource reads it, and the values are
 * held against the state's by the rules of the schema. A member of a subnet that is gone, or that differs from the others, has
 * a finding of its own.
 * @throws Error that names the object
 */
export async function compare(declared: Declared, account: Account, signal: AbortSignal) {
  const { address, id, kind, resource, sensitive, state, values } = declared;
  const reported = Object.entries(values).filter(([name]) => !sensitive.has(name));
  const names = namesOfObject(kind, { ...Object.fromEntries(reported), id });
  const object: DeclaredObject = { ...names, address, state };
  const { now, odd, lost, notes } = await read(declared, account, signal);
  const goneAs = (as: DeclaredObject): Finding => ({ type: "gone", ...as });
  if (now === null) return { object, forms: [], findings: [goneAs(object)], notes };
  const [known, there] = [membersOf(values), membersOf(now)];
  // Of members that a refresh has removed from the state, only the addresses are known.
  const gone = new Map(lost.map((host) => [host, object.id]));
  for (const [id, host] of known) if (!there.has(id)) gone.set(host, id);
  const left = Array.isArray(now.members)
    ? now.members.filter((member) => known.has(String(asObject(member)?.id)))
    : null;
  const before = gone.size === 0 ? values : { ...values, id: now.id ?? null, members: left };
  // Only the private state has the forms in which the service stores what was sent.
  const forms = (declared.notes === undefined ? wireFields(resource.attributes) : []).filter(
    (field) => field.fixedByPlan || mayBeStoredForm(resource.object, field, values, now[field.name] ?? null),
  );
  const open = new Set(forms.map(({ name }) => name));
  const memberAs = (id: string, host = id) => ({ ...object, id, key: host, member: host });
  const differing = changedAttributes(declared, before, now);
  const ofMembers = [...odd].map(
    ([id, own]) => [memberAs(id, there.get(id)), changedAttributes(declared, before, own)] as const,
  );
  const changed = [[object, differing] as const, ...ofMembers].map(([as, all]) => {
    return { type: "changed", ...as, attributes: all.filter(({ name }) => !open.has(name)) } as const;
  });
  const missing = [...gone].map(([host, id]) => goneAs(memberAs(id, host)));
  return {
    object,
    // The values that the object has now, then those of members that differ from it; empty when it is gone.
    forms: [now, ...odd.values()],
    // Those of the resource as a whole come before those of single members.
    findings: [...changed.filter(({ attributes }) => attributes.length > 0), ...missing],
    notes: [...notes, ...differing.flatMap(({ name }) => (open.has(name) ? formNote(address, name) : []))],
  };
}

/** The addresses of the objects that a resource manages, by SID; without an address, the SID. */
function membersOf({ members }: ObjectValue): ReadonlyMap<string, string> {
  const all = Array.isArray(members) ? members.map(asObject) : [];
  return new Map(all.map((member) => [String(member?.id), String(member?.host ?? member?.id)]));
}

/**
 * The given attributes that differ. Those that the state lacks, as one of an older version, are expected to have their defaults;
 * without a default, the provider only fills them in. A refresh may read a collection as empty that the state has as null.
 */
function changedAttributes(declared: Declared, before: ObjectValue, now: ObjectValue): ChangedAttribute[] {
  return Object.entries(declared.resource.attributes).flatMap(([name, attribute]): ChangedAttribute[] => {
    const { defaultValue, presence } = attribute.parts;
    const old = before[name] ?? (defaultValue as Value | undefined) ?? null;
    const current = now[name] ?? null;
    const isFilledIn = old === null && (declared.lacking.has(name) || presence === "computed");
    if (!(name in now) || isFilledIn || areBothEmpty(attribute, old, current)) return [];
    if (equal(attribute.type, old, current)) return [];
    const [from, to] = [{ ...before, [name]: old }, now].map((values) =>
      inOrder((shownFields(declared.kind, values)[name] ?? null) as Json),
    );
    // Masked credentials that end alike look equal.
    const isHidden = attribute.parts.sensitive || declared.sensitive.has(name);
    if (isHidden || (name === "contact" && from === to)) return [{ name, sensitive: true }];
    return [{ name, before: from ?? null, after: to ?? null }];
  });
}

/** An object as it is now, the values of members that differ by their SIDs, and the addresses of those that are gone. */
async function read(declared: Declared, context: Account, signal: AbortSignal) {
  const { address, resource, values, sensitive } = declared;
  const { attributes } = resource;
  const diagnostics = new Diagnostics();
  const privateState = new PrivateState(declared.notes);
  const call = { context, diagnostics, privateState, signal, state: values };
  const read = await resource.read(call).catch((error: unknown) => {
    throw new Error(`${address}: ${failureText(error)}`);
  });
  const failed = diagnostics.list.find(({ severity }) => severity === "error");
  if (failed !== undefined) throw new Error(`${address}: ${failed.summary}: ${failed.detail}`);
  const kept = read && keepSemanticallyEqual(attributes, read as ObjectValue, values);
  const odd = Object.entries(mixedValues.of(privateState)).map(([id, own]) => {
    const stored = asStored(attributes, { ...kept, ...own, members: null });
    return [id, Object.fromEntries(Object.keys(own).map((name) => [name, stored[name] ?? null]))] as const;
  });
  const notes = diagnostics.list.map((each): Note => ({ text: diagnosticText(each, sensitive), address }));
  const now = kept && asStored(attributes, kept);
  return { now, odd: new Map(odd), lost: missingMembers.of(privateState), notes };
}

/** A state as Terraform would store it: texts in one normal form, without what only the provider may see. */
function asStored(attributes: Attributes, state: ObjectValue): ObjectValue {
  const stored = encodeObject(attributes, withoutSecrets(attributes, state));
  return decodeValue(objectType(attributes), stored) as ObjectValue;
}

/** Of an attribute that the configuration marks as sensitive, the detail may quote the value. */
function diagnosticText({ summary, detail, path }: Diagnostic, sensitive: ReadonlySet<string>): string {
  const [step] = path ?? [];
  const isSensitive = step !== undefined && "attribute" in step && sensitive.has(step.attribute);
  return isSensitive ? summary : `${summary}: ${detail}`;
}

function formNote(address: string, name: string): Note {
  return {
    address,
    text: `The account has another ${name} than the state. This may not be drift: the service may store the value in another form, or the account's plan may fix it. Only the output of \`terraform state pull\` has what is needed to decide.`,
  };
}
