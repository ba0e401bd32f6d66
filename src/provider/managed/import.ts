import { maskedDestination } from "../../service/destinations";
import { type Kind, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { canonicalSid, sidForm, sidKind } from "../../service/sids";
import type { WireObject } from "../../service/wire-forms";
import { DiagnosticError, type Identity, type ResourceIdentity, string } from "../../terraform";
import type { Account } from "../account";
import { abbreviated, capitalized, lackingText } from "../text";
import { manageable, whoHasKey } from "./identity/who-has";
import { importedNote, noteObjectCount, storedForms } from "./notes";
import type { AnyManagedObject, Call, ObjectAttributes } from "./object";

export type ObjectImport = Call & { readonly id: string; readonly identity: Identity | null };

/** Finds the object to import, by identity, SID, or natural key. Terraform reads the rest. */
export async function importObject(object: AnyManagedObject, call: ObjectImport): Promise<{ id: string }> {
  const { context, identity } = call;
  const id = identity === null ? call.id.trim() : importedIdentifier(object, identity, context);
  const sid = canonicalSid(id);
  const isSid = sidKind(sid) !== undefined;
  const found = await (isSid
    ? importBySid(object, { ...call, id: sid })
    : importByName(object, { ...call, id }));
  // The API never returns what only creates send.
  if (object.createFields !== undefined) call.privateState.set(importedNote, true);
  storedForms.set(call.privateState, { isImported: true });
  await noteObjectCount(object, call);
  return found;
}

async function importBySid(object: AnyManagedObject, call: ObjectImport): Promise<{ id: string }> {
  const { kind } = object;
  const { context, id } = call;
  const { title, withArticle } = kinds[kind];
  const named = sidKind(id) ?? kind;
  if (named !== kind) {
    throw new DiagnosticError(
      `SID of ${kinds[named].withArticle}`,
      `${id} identifies ${kinds[named].withArticle}, not ${withArticle} (${sidForm(kind)}). Import it as rblmonitor_${named}.`,
    );
  }
  const existing = await (await context.reader(kind)).read(id);
  if (existing === undefined) {
    throw new DiagnosticError(
      `${capitalized(title)} not found`,
      `The account has no ${title} with the SID ${id}. Check the SID and account_sid.`,
    );
  }
  return imported(object, existing);
}

async function importByName(object: AnyManagedObject, call: ObjectImport): Promise<{ id: string }> {
  const { kind, key, membership } = object;
  const { context, id } = call;
  const { plural, title, withArticle } = kinds[kind];
  let gap = "";
  const all = await (await context.reader(kind)).readAll((lacking) => {
    gap = ` ${lackingText(kind, lacking)} Import it by its SID.`;
  });
  const matching = key.find?.(all, id) ?? whoHasKey(object, all, id);
  const candidates = manageable(object, matching);
  const [first] = candidates.length > 0 ? candidates : matching;
  const named = JSON.stringify(
    kind === "contact" ? maskedDestination((first as WireObject | undefined)?.type, id) : id,
  );
  if (first === undefined) {
    const gathered = await membership?.gather(all, id);
    if (gathered !== undefined) return gathered;
    throw new DiagnosticError(
      `${capitalized(title)} not found`,
      `The account has no ${title} ${named}. To import ${withArticle}, use ${key.description}, or its SID: ${sidForm(kind)}.${gap}`,
    );
  }
  if (candidates.length > 1) {
    throw new DiagnosticError(
      `Several matching ${plural}`,
      `The account has ${candidates.length} ${plural} ${named}: ${abbreviated(candidates.map((candidate) => candidate.id))}. Import one of them by its SID.`,
    );
  }
  return { ...key.known?.(id), ...imported(object, first) };
}

function imported(object: AnyManagedObject, existing: ServiceObject<Kind>): { id: string } {
  const { refusal, membership } = object;
  const refused = refusal?.(existing);
  if (refused !== undefined) throw new DiagnosticError(`${existing.id} cannot be managed`, refused);
  const values: Readonly<Record<string, unknown>> = existing;
  if (membership === undefined || identifierOf(object, values) === undefined) return { id: existing.id };
  const { attribute } = membership.identifier;
  return { id: existing.id, [attribute]: values[attribute] };
}

/** The identity of a kind's objects: the account, and the SID or the identifier of a resource that manages several objects. */
export function objectIdentity(object: AnyManagedObject): ResourceIdentity<ObjectAttributes, Account> {
  const { title } = kinds[object.kind];
  return {
    attributes: {
      id: string().required(`SID of the ${title}: ${formOf(object)}`),
      account: string().optional("SID of the account, `AC…`. If omitted, the account of the provider."),
    },
    of({ state, stored, context }) {
      const id = state.id ?? null;
      // An import by the SID of a subnet keeps that SID as identity.
      const isNamedById = stored !== null && stored.id === id;
      return {
        id: isNamedById ? id : (identifierOf(object, state) ?? id),
        account: canonicalSid(context.accountSid),
      };
    },
  };
}

/** The form of an id, in sentences. */
function formOf({ kind, membership }: AnyManagedObject): string {
  return `${sidForm(kind)}.${membership ? ` ${membership.identifier.description}` : ""}`;
}

/** The identifier of the objects of a resource, if it is not the SID of one of them. */
function identifierOf({ membership }: AnyManagedObject, values: Readonly<Record<string, unknown>>) {
  const value = membership && values[membership.identifier.attribute];
  return typeof value === "string" ? membership?.identifier.of(value) : undefined;
}

/**
 * The id of an import by identity: a SID, or another identifier of the kind.
 * @throws DiagnosticError if the identity belongs to another account or is invalid
 */
function importedIdentifier(object: AnyManagedObject, { id, account }: Identity, { accountSid }: Account) {
  const configured = canonicalSid(accountSid);
  if (typeof account === "string" && canonicalSid(account) !== configured) {
    throw new DiagnosticError(
      "Account mismatch",
      `The identity to import belongs to account ${account}, but the provider uses account ${configured}. Import it with a provider for that account, or correct the identity.`,
    );
  }
  const text = id ?? "";
  if (sidKind(canonicalSid(text)) !== undefined) return text;
  if (object.membership?.identifier.of(text) !== undefined) return text;
  const { withArticle } = kinds[object.kind];
  throw new DiagnosticError(
    "Invalid identity",
    `${JSON.stringify(text)} does not identify ${withArticle}. The id of an identity is a SID: ${formOf(object)} To import ${withArticle} by ${object.key.description}, use the argument id of the import block.`,
  );
}
