import type { Account } from "../../provider/account";
import { mixedValues } from "../../provider/managed/notes";
import { mayBeStoredForm } from "../../provider/managed/stored-forms";
import { wireFields } from "../../provider/managed/wire";
import {
  type Attribute,
  type Attributes,
  areBothEmpty,
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
  /** The object as it is now; null when it is gone. */
  readonly now: ObjectValue | null;
  readonly finding: ChangedObject | GoneObject | undefined;
  readonly notes: readonly Note[];
}

/**
 * Compares a declared object with the account as a refresh of Terraform would: the resource reads it, and the values are
 * held against the state's by the rules of the schema.
 * @throws Error that names the object
 */
export async function compare(declared: Declared, account: Account, signal: AbortSignal): Promise<Compared> {
  const { address, resource, state, values } = declared;
  const object: DeclaredObject = { ...namesOfDeclared(declared), address, state };
  const { now, notes } = await read(declared, account, signal);
  if (now === null) return { object, now, finding: { type: "gone", ...object }, notes };
  const { attributes } = resource;
  const differing = Object.entries(attributes).filter(
    ([name, attribute]) => !isSame(attribute, values[name] ?? null, now[name] ?? null),
  );
  // Only the private state has the forms in which the service stores what was sent.
  const forms = (declared.notes === undefined ? wireFields(attributes) : []).filter(
    (field) => field.fixedByPlan || mayBeStoredForm(resource.object, field, values, now[field.name] ?? null),
  );
  const open = new Set(forms.map(({ name }) => name));
  const changed = differing
    .filter(([name]) => !open.has(name))
    .map(([name, attribute]) => changedAttribute(declared, name, attribute, now));
  const unreported = differing.filter(([name]) => open.has(name)).map(([name]) => formNote(address, name));
  return {
    object,
    now,
    notes: [...notes, ...unreported],
    finding: changed.length === 0 ? undefined : { type: "changed", ...object, attributes: changed },
  };
}

/** Whether nothing differs. A refresh may read a collection as empty that the state has as null. */
function isSame(attribute: Attribute, before: Value, now: Value): boolean {
  return areBothEmpty(attribute, before, now) || equal(attribute.type, before, now);
}

async function read(
  { address, resource, values, notes, sensitive }: Declared,
  context: Account,
  signal: AbortSignal,
): Promise<{ now: ObjectValue | null; notes: readonly Note[] }> {
  const { attributes } = resource;
  const diagnostics = new Diagnostics();
  const privateState = new PrivateState(notes);
  const call = { context, diagnostics, privateState, signal, state: values };
  const now = await resource.read(call).catch((error: unknown) => {
    throw new Error(`${address}: ${failureText(error)}`);
  });
  const failed = diagnostics.list.find(({ severity }) => severity === "error");
  if (failed !== undefined) throw new Error(`${address}: ${failed.summary}: ${failed.detail}`);
  // A member that differs does not change the state of its resource, but is drift.
  const odd: ObjectValue = Object.assign({}, ...Object.values(mixedValues.of(privateState)));
  return {
    now:
      now &&
      asStored(attributes, { ...keepSemanticallyEqual(attributes, now as ObjectValue, values), ...odd }),
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
  { kind, values, sensitive }: Declared,
  name: string,
  { parts }: Attribute,
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
