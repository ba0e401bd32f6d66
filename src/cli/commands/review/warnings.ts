import { capitalized } from "../../../provider/text";
import { referencesTo } from "../../../service/fields";
import { kindNames, kinds } from "../../../service/kinds";
import { compareNaturally } from "../../output/order";
import { firstOf, grouped } from "../../output/text";
import { type ManagedObject, sizeOf } from "../../plan/managed-objects";
import {
  checkedLess,
  fewerAddresses,
  invokedActions,
  listedHosts,
  lostContacts,
  nothingChecked,
  type Remark,
  type Subject,
  unreachedObjects,
} from "./coverage-warnings";

export interface Warning extends Remark {
  readonly kind: WarningKind;
}

/** In the order in which warnings are shown: the worst first. */
const finders = {
  many_destroyed: manyDestroyed,
  listed_host: listedHosts,
  nothing_checked: nothingChecked,
  group_without_contacts: unreachedObjects,
  fewer_addresses: fewerAddresses,
  no_expiry_alert: (subject) => checkedLess(subject, "expiry"),
  checked_less: (subject) => checkedLess(subject, "otherwise"),
  already_exists: existingObjects,
  destroyed_in_use: destroyedInUse,
  history_lost: historyLost,
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
function manyDestroyed({ changes, managed }: Subject): Remark[] {
  return kindNames.flatMap((kind): Remark[] => {
    const all = sizeOf(managed.before.filter((object) => object.kind === kind).map(({ values }) => values));
    const destroyed = changes.filter(({ own, action }) => own.type === kind && action === "destroy");
    const gone = sizeOf(destroyed.map(({ before }) => before));
    if (gone < 2 || gone * 2 <= all) return [];
    const text = `${grouped(gone)} of ${grouped(all)} ${kinds[kind].plural} are destroyed. Is this intended?`;
    return [{ text, addresses: addressesOf(destroyed) }];
  });
}

/** Objects that the apply refuses to create. */
function existingObjects({ facts }: Subject): Remark[] {
  return [...(facts.existing ?? [])].map(([address, objects]) => {
    const text = `The account already has ${objects}, so the apply creates none. To import it, run: rblmonitor imports <plan>`;
    return { text, addresses: [address] };
  });
}

/**
 * Terraform destroys an object before it updates those that use it, and it never updates what it forgets: the service refuses both
 * (docs/design/open-points.md#12).
 */
function destroyedInUse({ changes, managed }: Subject): Remark[] {
  const gone = changes.filter(
    ({ own, action }) => own.object && (action === "destroy" || action === "replace"),
  );
  const addresses = new Set(addressesOf(gone));
  const left = new Set(addressesOf(changes.filter(({ action, leaves }) => action === "forget" || leaves)));
  return gone.flatMap(({ own, address, action, before }): Remark[] => {
    if (own.object === undefined || referencesTo(own.object.kind).length === 0) return [];
    const usersIn = (objects: readonly ManagedObject[]) =>
      objects.filter((user) => !addresses.has(user.address) && refersTo(user, before?.id));
    const { title, withArticle } = kinds[own.object.kind];
    const forgotten = addressesOf(usersIn(managed.before)).filter((user) => left.has(user));
    if (forgotten.length > 0) {
      const users = firstOf(forgotten, 3).join(", ");
      const text = `The account keeps ${users}, which the plan forgets, and the service refuses to delete ${withArticle} in use. Forget the ${title}, too, with a removed block and destroy = false, or destroy its users.`;
      return [{ text, addresses: [address] }];
    }
    // Those of a replaced object may be updated in time, with create_before_destroy, unless they name its SID.
    const users = addressesOf(usersIn(action === "destroy" ? managed.before : managed.after));
    if (users.length === 0) return [];
    const text = `It is destroyed before the plan updates ${firstOf(users.sort(compareNaturally), 3).join(", ")}, unless it had create_before_destroy = true in the last apply: the service refuses to delete ${withArticle} in use. First keep it and apply, then remove it.`;
    return [{ text, addresses: [address] }];
  });
}

function refersTo({ values }: ManagedObject, id: unknown): boolean {
  return Object.entries(values).some(
    ([name, value]) => name !== "id" && [value].flat().includes(id as string),
  );
}

/** The service records listings of hosts, and errors and changes of certificates. */
const historicKinds = ["host", "certificate_monitor"] as const;

/** A new object in the place of another has none of its history. */
function historyLost({ changes }: Subject): Remark[] {
  return historicKinds.flatMap((kind): Remark[] => {
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

export function addressesOf(objects: readonly { readonly address: string }[]): string[] {
  return objects.map(({ address }) => address);
}

/** The account's default of a kind changes: another object takes the flag, or the one that has it goes. */
function defaultsChanged({ changes, managed }: Subject): Remark[] {
  return changes.flatMap(({ own, address, action, before, after, provider }): Remark[] => {
    const { object } = own;
    if (object === undefined || !("is_default" in object.attributes)) return [];
    const { title } = kinds[object.kind];
    const warning = (text: string): Remark[] => [{ text, addresses: [address] }];
    const had = before?.is_default === true;
    const has = after?.is_default === true;
    if (has && (!had || action === "replace")) {
      const loser = managed.before.find(
        ({ kind, values, ...other }) =>
          kind === object.kind &&
          values.is_default === true &&
          other.address !== address &&
          other.provider === provider,
      );
      return warning(
        `It becomes the account's default ${title}. ${loser?.address ?? "The current default"} loses the flag.`,
      );
    }
    if (!had || (action !== "destroy" && action !== "replace")) return [];
    return warning(
      object.kind === "certificate_profile"
        ? `It is the account's default ${title}: the provider first makes another one the default, the built-in one if there is one.`
        : `It is the account's default ${title}: the service then selects another default at random.`,
    );
  });
}
