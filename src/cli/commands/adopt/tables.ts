import { type AnyKindTable, keysOf } from "../../../provider/data/kind-table";
import { kindTables } from "../../../provider/data/kinds";
import { wireFields } from "../../../provider/managed/wire";
import { isSecretDestination } from "../../../service/destinations";
import { references, referencesTo } from "../../../service/fields";
import type { Kind } from "../../../service/kinds";

/** The table of a kind. */
export function tableOf(kind: Kind): AnyKindTable {
  return kindTables[kind];
}

/** The attributes of a kind that name objects of other kinds, and which. */
export function referenceAttributes(kind: Kind): ReadonlyMap<string, Kind> {
  return new Map(
    wireFields(tableOf(kind).managed.attributes).flatMap(({ name, field }) => {
      const to = references[kind][field];
      return to === undefined ? [] : [[name, to] as const];
    }),
  );
}

/** Whether objects of other kinds refer to those of the kind. */
export function isReferredTo(kind: Kind): boolean {
  return referencesTo(kind).length > 0;
}

/** The kinds, and those to which their objects refer. */
export function withReferredTo(kinds: readonly Kind[]): readonly Kind[] {
  return [...new Set([...kinds, ...kinds.flatMap((kind) => [...referenceAttributes(kind).values()])])];
}

/** The label of an object: its name, or else its natural key; its SID if the API returns neither. */
export function labelOf(
  kind: Kind,
  object: { readonly id: string; readonly [field: string]: unknown },
): string {
  const { name, type, id } = object;
  if (isCredentialOf(kind, object)) return [type, id].filter(isText).join(" ");
  return [name, ...keyOf(kind, object)].find(isText) ?? id;
}

/** What distinguishes an object from others with the same name. */
export function keyOf(kind: Kind, object: { readonly [field: string]: unknown }): readonly string[] {
  return keysOf(tableOf(kind))
    .filter((name) => name !== "contact" || !isCredentialOf(kind, object))
    .map((name) => object[name])
    .filter(isText);
}

/** Whether an object is a contact whose destination is a credential: it is called by its type and its SID. */
function isCredentialOf(kind: Kind, { contact, type }: { readonly [field: string]: unknown }): boolean {
  return kind === "contact" && isText(contact) && isSecretDestination(type);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
