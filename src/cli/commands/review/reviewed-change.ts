import { isDeepStrictEqual } from "node:util";
import { unknownSid } from "../../../coverage/account";
import { shownFields } from "../../account/names";
import type { Style } from "../../output/terminal";
import { type ChangedAttribute, inOrder, type Json } from "../../output/values";
import { type OwnChange, sizeOf } from "../../plan/changes";
import type { NewReferences } from "../../plan/planned-account";
import { isMarked } from "../../state/json";

/** An attribute that a plan changes; without values if it is sensitive. */
export type PlannedAttribute = ChangedAttribute & {
  /** Known only after the apply: the value, or this many elements of the set; `after` then has the known ones. */
  readonly after_unknown?: true | number;
  /** The addresses of the new objects that these unknown references are, as far as expressions show them. */
  readonly after_new?: readonly string[];
};

/** How reports show each action: `import` adds an object to the state, `move` changes its address. The lower the rank, the worse. */
export const actionLooks = {
  create: { label: "added", style: "green", rank: 4 },
  update: { label: "changed", style: "yellow", rank: 2 },
  replace: { label: "replaced", style: "red", rank: 1 },
  destroy: { label: "destroyed", style: "red", rank: 0 },
  forget: { label: "forgotten", style: "yellow", rank: 3 },
  import: { label: "imported", style: "green", rank: 5 },
  move: { label: "moved", style: "dim", rank: 6 },
} as const satisfies Record<string, { label: string; style: Style; rank: number }>;

type ReviewedAction = keyof typeof actionLooks;

/** A change of the plan to one object. */
export type ReviewedChange = NonNullable<ReturnType<typeof reviewedChange>>;

/** A change as the report shows it; undefined without a change. @param referred finds the new objects to which it refers */
export function reviewedChange(change: OwnChange, referred: NewReferences) {
  const action = reviewedAction(change);
  if (action === undefined) return undefined;
  const { own, address, provider, movedFrom, importing, replacedBy, reason } = change;
  const id = change.before?.id;
  const isInAddition = change.leaves && action === "create";
  const objects = sizeOf([change]);
  const cause = causes[reason ?? ""] ?? "a reason that Terraform does not report";
  return {
    type: own.type,
    action,
    address,
    /** The provider configuration that manages it. */
    provider,
    // Its SID, unless the plan forgets the object for this new one.
    ...(typeof id === "string" && !isInAddition && { id }),
    ...namesOf(change),
    attributes: attributesOf(change, referred) as readonly PlannedAttribute[],
    // Attributes that no update can change, or a reason of Terraform's.
    ...(action === "replace" && {
      replaced_because: replacedBy.length > 0 ? replacedBy : [cause],
    }),
    // How many objects of the service it is, if several: the hosts of a subnet.
    ...(objects > 1 && { objects }),
    ...(typeof id === "string" && isInAddition && { left_behind: id }),
    ...(movedFrom !== undefined && { moved_from: movedFrom }),
    // The id by which it is imported.
    ...(importing !== undefined && { imported: importing.id ?? "an id that is known only after the apply" }),
  };
}

function reviewedAction({ action, importing, movedFrom }: OwnChange): ReviewedAction | undefined {
  if (action !== "none") return action;
  if (importing !== undefined) return "import";
  return movedFrom === undefined ? undefined : "move";
}

/** Why Terraform replaces an object although no attribute requires it. */
const causes: Readonly<Record<string, string>> = {
  replace_because_tainted: "a failed creation (tainted)",
  replace_by_request: "the option -replace",
  replace_by_triggers: "replace_triggered_by",
};

/** The names of the object after the plan. */
function namesOf({ before, after, namesIn }: OwnChange): ReturnType<OwnChange["namesIn"]> {
  return { ...namesIn(before), ...namesIn(after) };
}

function attributesOf(change: OwnChange, referred: NewReferences): PlannedAttribute[] {
  const { own, before, after } = change;
  if (after === null) return [];
  // The title of a new object has its names: its natural key and its label.
  const { key, name: label } = before === null ? namesOf(change) : {};
  const labels = [key && own.key, label && "name"];
  const shown = [before, after].map((facts) => facts && shownFields(own.object?.kind, facts));
  return Object.entries(own.attributes).flatMap(([name, { parts }]): PlannedAttribute[] => {
    const open = change.unknown(name);
    const isOpen = isMarked(open);
    // The SID and other computed attributes of a new object are not shown.
    if (parts.writeOnly || (isOpen && open === true && isAssigned(change, name, parts.presence))) return [];
    const [was = null, will = null, old = null, now = null] = [before, after, ...shown].map(
      (facts) => facts?.[name] as Json | undefined,
    );
    const usual = before === null ? ((parts.defaultValue ?? null) as Json) : was;
    if (!isOpen && (isSame(usual, will) || labels.includes(name))) return [];
    if (change.isSensitive(name)) return [{ name, sensitive: true }];
    // Masked credentials that end alike look equal.
    if (!isOpen && !isSame(old, was) && isSame(old, now)) return [{ name, sensitive: true }];
    const created = referred(change, name);
    const isResolved = created?.includes(unknownSid) === false;
    return [{ name, before: inOrder(old), ...planned(now, open), ...(isResolved && { after_new: created }) }];
  });
}

/** Whether the service assigns the value, as it does for every new object. Of one that stays, it is a change. */
function isAssigned({ action }: OwnChange, name: string, presence: string): boolean {
  if (name === "id") return true;
  return action !== "update" && (presence === "computed" || presence === "optional_computed");
}

function planned(after: Json, open: unknown): { after: Json; after_unknown?: true | number } {
  if (!isMarked(open)) return { after: inOrder(after) };
  if (!Array.isArray(after) || !Array.isArray(open)) return { after: null, after_unknown: true };
  const known = after.filter((_, index) => !isMarked(open[index]));
  return { after: inOrder(known), after_unknown: after.length - known.length };
}

function isSame(a: Json, b: Json): boolean {
  return isDeepStrictEqual(inOrder(a), inOrder(b));
}
