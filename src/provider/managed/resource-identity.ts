import { kinds } from "../../service/kinds";
import { canonicalSid, sidForm, sidKind } from "../../service/sids";
import { DiagnosticError, type Identity, type ResourceIdentity, string } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject, ObjectAttributes } from "./object";

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
export function identifierOf(
  { membership }: AnyManagedObject,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const value = membership && values[membership.identifier.attribute];
  return typeof value === "string" ? membership?.identifier.of(value) : undefined;
}

/**
 * The id of an import by identity: a SID, or another identifier of the kind.
 * @throws DiagnosticError if the identity belongs to another account or is invalid
 */
export function importedIdentifier(
  object: AnyManagedObject,
  { id, account }: Identity,
  { accountSid }: Account,
): string {
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
