import { isBuiltInProfile } from "../../provider/managed/default-flag";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { ObjectValue } from "../../terraform";
import type { AccountLists } from "../account/lists";
import { isManageable, type NamedObject, namesOfObject } from "../account/names";
import { compareNaturally } from "../output/order";
import { printable } from "../output/terminal";
import type { Note } from "../output/text";
import { type ChangedAttribute, labelOf } from "../output/values";
import type { DeclaredObjects } from "../state/declared";

/** An object that a state holds. */
export interface DeclaredObject extends NamedObject {
  /** Its address in that state. */
  readonly address: string;
  /** The name of the state: a file, a folder, or `standard input`. */
  readonly state: string;
  /** The host within a subnet that alone is meant, by its address; `id` and `key` are then its own. */
  readonly member?: string;
}

/**
 * The account has another form of an object than the state, a state alone holds it, several resources declare it, or the account
 * alone has it.
 */
export type Finding =
  | (DeclaredObject & { readonly type: "changed"; readonly attributes: readonly ChangedAttribute[] })
  | (DeclaredObject & { readonly type: "gone" })
  | (DeclaredObject & { readonly type: "repeated"; readonly places: readonly string[] })
  | UndeclaredObject;

/** The account has it, and no state does. `is_default` marks the account's default of its kind. */
export type UndeclaredObject = NamedObject & { readonly type: "undeclared"; readonly is_default?: true };

/**
 * The unmanaged objects of an account. `defaults` are those that every account has: the default object of each kind, and the
 * built-in certificate profile, which cannot be deleted, even if another profile is the default.
 * @param wants a filter of these objects
 */
export function undeclaredIn(
  lists: AccountLists,
  { declared }: DeclaredObjects,
  wants: (object: ObjectValue) => boolean = () => true,
) {
  const ids = new Set(declared.flatMap((object) => object.ids));
  // A host that the service created for a declared subnet is declared by that.
  const isDeclared = (object: ServiceObject<Kind>) =>
    ids.has(object.id) || ("parent" in object && ids.has(object.parent ?? ""));
  const notes: Note[] = [];
  const findings: UndeclaredObject[] = [];
  const defaults: UndeclaredObject[] = [];
  for (const kind of kindNames) {
    const objects: readonly ServiceObject<Kind>[] = lists.of(kind);
    const unmanaged = objects.filter((object) => !isDeclared(object) && isManageable(kind, object));
    // If the API does not return which sources are built in, the complete catalogue would count (docs/design/open-points.md#6).
    const reported = unmanaged.filter((object) => kind !== "source" || "custom" in object);
    const unreported = unmanaged.length - reported.length;
    if (unreported > 0)
      notes.push({
        text: `The API does not return whether ${unreported} ${kinds[kind].plural} are built in, so they are not reported as unmanaged.`,
      });
    for (const object of reported.filter((each) => wants(each as ObjectValue))) {
      const flag = hasDefaultFlag(object) && ({ is_default: true } as const);
      const finding = { type: "undeclared", ...namesOfObject(kind, object), ...flag } as const;
      (isDefault(kind, object) ? defaults : findings).push(finding);
    }
  }
  return { findings, defaults, notes };
}

/** Whether every account has the object: the default of its kind, or the built-in certificate profile. */
export function isDefault(kind: Kind, object: ServiceObject<Kind>): boolean {
  return hasDefaultFlag(object) || isBuiltInProfile(kind, object);
}

function hasDefaultFlag(object: ServiceObject<Kind>): boolean {
  return "is_default" in object && object.is_default === true;
}

/** The title of an object: its address, with the member of a subnet, else its natural key or label, else its SID. */
export function titleOf(finding: Finding): string {
  if (finding.type === "undeclared") return labelOf(finding) || finding.id;
  const member = finding.member === undefined ? "" : ` (member ${finding.member})`;
  return printable(finding.address + member);
}

const types: readonly Finding["type"][] = ["repeated", "changed", "gone", "undeclared"];

/** Compares findings by kind of object, then by type, then by title. */
export function byKindAndName(a: Finding, b: Finding): number {
  return (
    kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind) ||
    types.indexOf(a.type) - types.indexOf(b.type) ||
    compareNaturally(sortedBy(a), sortedBy(b)) ||
    compareNaturally(a.id, b.id)
  );
}

/** Titles quote labels, and would sort by the quotation marks. */
function sortedBy(finding: Finding): string {
  if (finding.type !== "undeclared") return finding.address;
  return finding.key ?? finding.name ?? finding.id;
}
