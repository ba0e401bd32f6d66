import { keysOf } from "../../../provider/data/kind-table";
import { kindTables } from "../../../provider/data/kinds";
import { references } from "../../../provider/managed/refusals";
import { wireFields } from "../../../provider/managed/wire";
import { isSecretDestination } from "../../../service/destinations";
import type { Kind } from "../../../service/kinds";
import { resourceOf } from "../../account/names";

/** The attributes of a kind that name objects of other kinds, and which. */
export function referenceAttributes(kind: Kind): ReadonlyMap<string, Kind> {
  const fields = new Map(
    Object.entries(references).flatMap(([to, users]) =>
      users.filter(({ from }) => from === kind).map(({ field }) => [field, to as Kind] as const),
    ),
  );
  return new Map(
    wireFields(resourceOf(kind).attributes).flatMap(({ name, field }) => {
      const to = fields.get(field);
      return to === undefined ? [] : [[name, to] as const];
    }),
  );
}

/** Whether objects of other kinds refer to those of the kind. */
export function isReferredTo(kind: Kind): boolean {
  return references[kind] !== undefined;
}

/** The kinds, and those to which their objects refer. */
export function withReferredTo(kinds: readonly Kind[]): readonly Kind[] {
  return [...new Set([...kinds, ...kinds.flatMap((kind) => [...referenceAttributes(kind).values()])])];
}

/** What people call an object: its name, or else its natural key; its SID if the API returns neither. */
export function readableName(
  kind: Kind,
  object: { readonly id: string; readonly [field: string]: unknown },
): string {
  const { name, type, id } = object;
  if (isCredentialOf(kind, object)) return [type, id].filter(isText).join(" ");
  return [name, ...keyOf(kind, object)].find(isText) ?? id;
}

const keys: ReadonlyMap<Kind, readonly string[]> = new Map(
  kindTables.map((table) => [table.kind, keysOf(table)]),
);

/** The values that distinguish an object from others with the same name. */
export function keyOf(kind: Kind, object: { readonly [field: string]: unknown }): readonly string[] {
  return (keys.get(kind) ?? [])
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
