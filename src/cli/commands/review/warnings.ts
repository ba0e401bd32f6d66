import { watchedKinds } from "../../../coverage/coverage";
import { capitalized } from "../../../provider/text";
import { groupedBy } from "../../../service/groups";
import { type Kind, kindNames, kinds } from "../../../service/kinds";
import { canonicalSid } from "../../../service/sids";
import { durationText } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { counted, countedKind, firstOf, grouped } from "../../output/text";
import { isDeleting, type OwnChange, type PlanParts, sizeOf } from "../../plan/changes";
import type { PlanJson } from "../../plan/read-plan";
import type { ApplyCost } from "./apply-cost";
import {
  checkedLess,
  endedAlarms,
  fewerAddresses,
  invokedActions,
  lostContacts,
  nothingChecked,
  type Remark,
  type Subject,
  unreachedObjects,
} from "./coverage-warnings";
import type { DestroyLimit } from "./destroy-limit";

export interface Warning extends Remark {
  readonly kind: WarningKind;
}

/** In the order in which warnings are shown: the worst first. */
const finders = {
  many_destroyed: manyDestroyed,
  listed_host: (subject) => endedAlarms(subject, "host"),
  certificate_error: (subject) => endedAlarms(subject, "certificate_monitor"),
  nothing_checked: nothingChecked,
  group_without_contacts: unreachedObjects,
  fewer_addresses: fewerAddresses,
  no_expiry_alert: (subject) => checkedLess(subject, true),
  checked_less: (subject) => checkedLess(subject, false),
  already_exists: existingObjects,
  destroyed_in_use: destroyedInUse,
  history_lost: historyLost,
  recreated,
  contact_destroyed: lostContacts,
  default_changed: defaultsChanged,
  action_invoked: invokedActions,
} as const satisfies Record<string, (subject: Subject) => readonly Remark[]>;

type FoundKind = keyof typeof finders;

export type WarningKind = FoundKind | "incomplete_plan" | "hourly_limit" | "destroy_limit";

export function warningsIn(subject: Subject): Warning[] {
  return (Object.keys(finders) as FoundKind[]).flatMap((kind) =>
    finders[kind](subject).map(({ text, addresses }) => {
      return { kind, text, addresses: [...addresses].sort(compareNaturally) };
    }),
  );
}

/** Most of a kind goes: more often a wrong workspace or a renamed module than an intention. */
function manyDestroyed({ changes }: Subject): Remark[] {
  return kindNames.flatMap((kind): Remark[] => {
    const all = changes.filter(({ own }) => own.type === kind);
    const destroyed = all.filter(({ action }) => action === "destroy");
    const gone = sizeOf(destroyed);
    if (gone < 2 || gone * 2 <= sizeOf(all)) return [];
    const text = `${grouped(gone)} of ${grouped(sizeOf(all))} ${kinds[kind].plural} are destroyed. Is this intended?`;
    return [{ text, addresses: addressesOf(destroyed) }];
  });
}

/** Objects that the apply refuses to create. */
function existingObjects({ existing = new Map() }: Subject): Remark[] {
  return [...existing].map(([address, objects]) => {
    const text = `The account already has ${objects}, so the apply creates none. To import it, run: rblmonitor imports <plan>`;
    return { text, addresses: [address] };
  });
}

/**
 * Terraform destroys an object before it updates those that use it, and it never updates what it forgets: the service refuses both
 * (docs/design/open-points.md#12).
 */
function destroyedInUse({ changes, successors }: Subject): Remark[] {
  const staying = changes.filter((change) => !isDeleting(change));
  const usersBefore = usersIn(staying, "before");
  const usersAfter = usersIn(staying, "after");
  const left = usersIn(
    staying.filter(({ leaves }) => leaves),
    "before",
  );
  return changes.filter(isDeleting).flatMap(({ own, address, action, before }): Remark[] => {
    const id = String(before?.id);
    const { title, withArticle } = kinds[own.type as Kind];
    const forgotten = left.get(id);
    // Those of a replaced object may be updated in time, with create_before_destroy, unless they name its SID.
    const users = forgotten ?? (action === "destroy" ? usersBefore : usersAfter).get(id);
    if (users === undefined) return [];
    const named = firstOf([...new Set(addressesOf(users))].sort(compareNaturally), 3).join(", ");
    const successor = successors.get(address);
    const advice = successor
      ? `A moved block from ${address} to ${successor} keeps it.`
      : "First keep it and apply, then remove it.";
    const text = forgotten
      ? `The account keeps ${named}, which the plan forgets, and the service refuses to delete ${withArticle} in use. Forget the ${title}, too, with a removed block and destroy = false, or destroy its users.`
      : `It is destroyed before the plan updates ${named}, unless it had create_before_destroy = true in the last apply: the service refuses to delete ${withArticle} in use. ${advice}`;
    return [{ text, addresses: [address] }];
  });
}

/** The objects that refer to others, by the SIDs of these. */
function usersIn(changes: readonly OwnChange[], when: "before" | "after") {
  const uses = changes.flatMap(({ address, [when]: facts }) => {
    const { id: _, ...values } = facts ?? {};
    const texts = Object.values(values)
      .flat()
      .filter((value) => typeof value === "string");
    return texts.map((text) => ({ address, id: canonicalSid(text) }));
  });
  return groupedBy(uses, ({ id }) => id);
}

/** A new object in the place of another has none of its history: of listings, or of certificate errors and changes. */
function historyLost({ changes }: Subject): Remark[] {
  return watchedKinds.flatMap((kind): Remark[] => {
    const replaced = changes.filter(({ own, action }) => own.type === kind && action === "replace");
    if (replaced.length === 0) return [];
    const { withArticle, plural } = kinds[kind];
    const text =
      replaced.length === 1
        ? `${capitalized(withArticle)} is replaced: it loses its history, and its SID changes.`
        : `${replaced.length} ${plural} are replaced: they lose their history, and their SIDs change.`;
    return [{ text, addresses: addressesOf(replaced) }];
  });
}

/** Objects whose address changes without a moved block: the plan destroys them, and creates them again. */
function recreated({ changes, successors }: Subject): Remark[] {
  return kindNames.flatMap((kind): Remark[] => {
    const some = changes.filter(({ own, address }) => own.type === kind && successors.has(address));
    const [first] = some;
    if (first === undefined) return [];
    const what = countedKind(kind, some.length);
    const text = `The plan destroys ${what} and creates the same at another address: the SID and the history change. To keep what exists, add moved blocks, such as from ${first.address} to ${successors.get(first.address)}.`;
    return [{ text, addresses: addressesOf(some) }];
  });
}

export function addressesOf(objects: readonly { readonly address: string }[]): string[] {
  return objects.map(({ address }) => address);
}

/** The account's default of a kind changes: another object takes the flag, or the one that has it goes. */
function defaultsChanged({ changes }: Subject): Remark[] {
  return changes.flatMap((change): Remark[] => {
    const { own, address, action, before, after, provider } = change;
    if (own.type === "manual_check") return [];
    const { title } = kinds[own.type];
    const warning = (text: string): Remark[] => [{ text, addresses: [address] }];
    const had = before?.is_default === true;
    if (after?.is_default === true && (!had || action === "replace")) {
      const isLoser = (other: OwnChange) =>
        other.own.type === own.type && other.before?.is_default === true && other.provider === provider;
      const loser = changes.find((other) => isLoser(other) && other.address !== address);
      return warning(
        `It becomes the account's default ${title}. ${loser?.address ?? "The current default"} loses the flag.`,
      );
    }
    if (!had || !isDeleting(change)) return [];
    return warning(
      own.type === "certificate_profile"
        ? `It is the account's default ${title}: the provider first makes another one the default, the built-in one if there is one.`
        : `It is the account's default ${title}: the service then selects another default at random.`,
    );
  });
}

export function planWarnings({ errored, complete }: PlanJson): Warning[] {
  const warning = (text: string): Warning => ({ kind: "incomplete_plan", text, addresses: [] });
  if (errored === true) return [warning("Planning failed: the plan is incomplete and cannot be applied.")];
  return complete === false
    ? [warning("The plan is not complete: it targets or defers objects. Plan and apply again afterwards.")]
    : [];
}

/** More is destroyed or replaced than the user allows, of the objects that the configuration manages. */
export function limitWarnings({ changes }: PlanParts, limit: DestroyLimit | undefined): Warning[] {
  const gone = changes.filter(isDeleting);
  const [count, all] = [gone, changes.filter(({ own }) => own.object)].map(sizeOf) as [number, number];
  if (!limit?.isExceeded(count, all)) return [];
  const text = `${grouped(count)} of ${counted(all, "object")} are destroyed or replaced. --max-destroyed allows ${limit.text}.`;
  return [{ kind: "destroy_limit", text, addresses: addressesOf(gone) }];
}

/** An apply that must wait for the next hour fails halfway, unless the provider may wait that long (docs/design/writing.md#rates). */
export function hourWarnings({ requests, left, hourly_limit: limit, seconds }: ApplyCost): Warning[] {
  const bound = Number.isFinite(requests.most) ? "most" : "least";
  const count = requests[bound];
  if (count <= (left ?? limit)) return [];
  const room =
    left === undefined ? `an hour allows ${grouped(limit)}` : `${grouped(left)} are left in this hour`;
  const text = `The apply needs up to ${counted(count, "request")}, and ${room}. It stops halfway and must be repeated, unless the provider's max_wait, 300 seconds by default, lets it wait for the next hour: about ${durationText(seconds[bound])} in all.`;
  return [{ kind: "hourly_limit", text, addresses: [] }];
}
