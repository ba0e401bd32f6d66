import type { CoveredAccount } from "../../../coverage/account";
import { contactState } from "../../../coverage/alerting";
import { watchedKinds } from "../../../coverage/coverage";
import { groupedBy } from "../../../service/groups";
import { type Kind, kindNames, kinds } from "../../../service/kinds";
import { isSid, sidKind } from "../../../service/sids";
import { durationText } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { conjunction, counted, countedKinds, grouped } from "../../output/text";
import { isDeleting, type OwnChange, type PlanParts, sizeOf } from "../../plan/changes";
import type { Invocation } from "../../plan/invocations";
import type { PlanJson } from "../../plan/read-plan";
import { movesFor, usersIn } from "../../plan/renames";
import type { ApplyCost } from "./apply-cost";
import { coverageFinders, type Finders, named, type Remark, type Subject } from "./coverage-warnings";
import type { DestroyLimit } from "./destroy-limit";

export type Warning = Remark & { readonly kind: WarningKind };

/** In the order in which warnings are shown: the worst first. */
const finders = {
  many_destroyed: manyDestroyed,
  ...coverageFinders,
  already_exists: existingObjects,
  destroyed_in_use: destroyedInUse,
  history_lost: replacedObjects,
  recreated: recreatedObjects,
  contact_destroyed: lostContacts,
  default_changed: defaultsChanged,
  action_invoked: invokedActions,
} as const satisfies Finders;

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
    // A large subnet that stays must not hide that most hosts go.
    const isMost = gone * 2 > sizeOf(all) || destroyed.length * 2 > all.length;
    if (gone < 2 || !isMost) return [];
    const share = `${grouped(gone)} of ${grouped(sizeOf(all))} ${kinds[kind].plural}`;
    return about(destroyed, `${share} are destroyed. Is this intended?`);
  });
}

/** Objects that the apply refuses to create. */
function existingObjects({ existing = new Map() }: Subject): Remark[] {
  return [...existing].map(([address, { objects, isKept }]) => {
    const advice = isKept
      ? "This configuration manages it: refer to that resource, or give the new one another name."
      : "To import it, run: rblmonitor imports <plan>";
    const text = `The account already has ${objects}, so the apply creates none. ${advice}`;
    return { text, addresses: [address] };
  });
}

/**
 * Without `create_before_destroy`, Terraform destroys an object before it updates those that use it, and it updates neither what it
 * forgets nor what it does not manage: the service refuses each (docs/design/open-points.md#12).
 */
function destroyedInUse({ changes, account, renames, labelOf }: Subject): Remark[] {
  const [usersBefore, usersAfter] = [usersIn(account.before), usersIn(account.after)];
  const idsOf = (some: readonly OwnChange[]) => new Set(some.flatMap(({ ids }) => ids));
  const gone = idsOf(changes.filter(isDeleting));
  const left = idsOf(changes.filter(({ leaves }) => leaves));
  const labels = (ids: readonly string[]) => named(ids.map(labelOf));
  return changes.filter(isDeleting).flatMap((change): Remark[] => {
    const { own, address, createsFirst } = change;
    const [id = ""] = change.ids;
    const { title, withArticle } = kinds[own.type as Kind];
    const users = [...(usersBefore.get(id) ?? [])].filter((user) => !gone.has(user));
    const forgotten = users.filter((user) => left.has(user));
    const staying = users.filter((user) => !left.has(user) && usersAfter.get(id)?.has(user));
    const stayingKinds = staying.flatMap((id) => sidKind(id) ?? []).map((kind) => ({ kind }));
    const updated = createsFirst === true ? [] : users.filter((user) => !usersAfter.get(id)?.has(user));
    const unless =
      createsFirst === undefined ? ", unless it had create_before_destroy = true in the last apply" : "";
    const refusal = `the service ${own.type === "source" ? "may refuse" : "refuses"} to delete ${withArticle} in use.`;
    const successor = renames.get(address);
    const contacts = [...(usersBefore.get(id) ?? [])].filter((user) => isSid("contact", user));
    const isSilent = contacts.length > 0 && contacts.every((contact) => gone.has(contact));
    const silence = isSilent ? " Its contacts are destroyed first, so its alerts then reach no one." : "";
    const advice = successor
      ? `A moved block from ${address} to ${successor} keeps it.`
      : "First keep it and apply, then remove it.";
    const texts = [
      forgotten.length > 0 &&
        `The account keeps ${labels(forgotten)}, which the plan forgets, and ${refusal} Forget the ${title}, too, with a removed block and destroy = false, or destroy its users.`,
      staying.length > 0 &&
        `It is in use by ${conjunction(countedKinds(stayingKinds))} that this plan does not change (${labels(staying)}): ${refusal} First assign another ${title} there.`,
      updated.length > 0 &&
        `It is destroyed before the plan updates ${labels(updated)}${unless}: ${refusal}${silence} ${advice}`,
    ];
    return texts.flatMap((text) => (text === false ? [] : [{ text, addresses: [address] }]));
  });
}

/** Contacts that get alerts, and that are destroyed. Those that are renamed are named with all that is. */
function lostContacts({ changes, account, renames }: Subject): Remark[] {
  const gone = notifiedIn(changes, account.before).filter(
    ({ action, address }) => action === "destroy" && !renames.has(address),
  );
  const what = counted(gone.length, "contact is", "contacts are");
  return about(gone, `${what} destroyed and will not be notified. A new contact must be confirmed again.`);
}

/** Objects whose successor at the same address has none of their history, or none of their confirmation. */
function replacedObjects({ changes, account }: Subject): Remark[] {
  const replaced = changes.filter(({ action }) => action === "replace");
  const notified = notifiedIn(replaced, account.before);
  const some = replaced.filter((change) => hasHistory(change) || notified.includes(change));
  return about(some, `The plan replaces ${lossText(some, account)}.`);
}

/** Objects whose address changes without a moved block: the plan destroys them, and creates them again. */
function recreatedObjects({ changes, account, renames }: Subject): Remark[] {
  const some = changes.filter(({ address }) => renames.has(address));
  const moves = named(movesFor(renames, changes));
  const text = `The plan recreates ${lossText(some, account, " at other addresses")}.`;
  return about(some, `${text} To keep what exists, add moved blocks: ${moves}.`);
}

/** `2 hosts and 1 contact: the SIDs change, …`: objects that others follow, and what is lost with them. */
function lossText(some: readonly OwnChange[], { before }: Subject["account"], where = ""): string {
  const lost = notifiedIn(some, before).length;
  const losses = [
    "the SIDs change",
    ...(some.some(hasHistory) ? ["the history is lost"] : []),
    ...(lost > 0 ? [`${counted(lost, "contact")} must be confirmed again (active → pending)`] : []),
  ];
  const sizes = some.flatMap(({ own, ids: { length: size } }) =>
    own.object ? { kind: own.object.kind, size } : [],
  );
  return `${conjunction(countedKinds(sizes))}${where}: ${conjunction(losses)}`;
}

/** Whether the service keeps a history of the object: of listings, or of certificate errors and changes. */
function hasHistory({ own }: OwnChange): boolean {
  return watchedKinds.some((kind) => kind === own.type);
}

/** The contacts of these changes that get alerts, as far as their status is known. */
function notifiedIn(changes: readonly OwnChange[], before: CoveredAccount): OwnChange[] {
  const contacts = before.of("contact").filter((each) => ["active", "unknown"].includes(contactState(each)));
  const notified = new Set(contacts.map(({ id }) => id));
  return changes.filter(({ ids: [id = ""] }) => notified.has(id));
}

/** Actions, which no change of an object shows. Those of many triggers that do the same are one. */
function invokedActions({ invocations, labelOf }: Subject): Remark[] {
  const equal = groupedBy(invocations, ({ trigger: _, config, ...same }) => JSON.stringify(same));
  return [...equal.values()].map((some) => {
    const [{ action, address, event, objects, objects_unknown: isOpen, deferred }] = some as [Invocation];
    const open = isOpen ? ["objects that are known only after the apply"] : [];
    const when =
      event === null ? "with -invoke" : `${event} of ${named(some.map(({ trigger }) => trigger ?? ""))}`;
    const invokes = `${deferred ? "A later apply" : "The apply"} invokes rblmonitor_${action}`;
    const names = [named(objects.map(labelOf)), ...open].filter(Boolean).join(", ") || "no objects";
    return { text: `${invokes} ${when}: ${names}.`, addresses: [address] };
  });
}

/** The account's default of a kind changes: another object takes the flag, or the one that has it goes. */
function defaultsChanged({ changes }: Subject): Remark[] {
  const had = ({ before }: OwnChange) => before?.is_default === true;
  return changes.flatMap((change): Remark[] => {
    const { own, action, after, provider } = change;
    if (own.type === "manual_check") return [];
    const { title } = kinds[own.type];
    if (after?.is_default === true && (!had(change) || action === "replace")) {
      const others = changes.filter((other) => other.own.type === own.type && other.provider === provider);
      const loser = others.find((other) => had(other) && other.address !== change.address);
      const loses = `${loser?.address ?? "The current default"} loses the flag.`;
      return about([change], `It becomes the account's default ${title}. ${loses}`);
    }
    if (!had(change) || !isDeleting(change)) return [];
    const next =
      own.type === "certificate_profile"
        ? "the provider first makes another one the default, the built-in one if there is one"
        : "the service then selects another default at random";
    return about([change], `It is the account's default ${title}: ${next}.`);
  });
}

export function planWarnings({ complete }: PlanJson): Warning[] {
  const text = "The plan is not complete: it targets or defers objects. Plan and apply again afterwards.";
  return complete === false ? [{ kind: "incomplete_plan", text, addresses: [] }] : [];
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

/** A remark about all of these objects; none without objects. */
function about(objects: readonly OwnChange[], text: string): Remark[] {
  return objects.length === 0 ? [] : [{ text, addresses: addressesOf(objects) }];
}

export function addressesOf(objects: readonly { readonly address: string }[]): string[] {
  return objects.map(({ address }) => address);
}
