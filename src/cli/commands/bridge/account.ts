import { failed, ServiceError } from "../../../client/errors";
import type { Clock } from "../../../client/options";
import type { Account } from "../../../provider/account";
import { lackingText } from "../../../provider/text";
import { type Kind, kinds } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { isSid } from "../../../service/sids";
import { concludeNothing } from "../../../snapshot/gaps";
import { isRefused } from "../../account/lists";

/**
 * How long the list of a kind is remembered, in milliseconds: another program may choose another default at any time.
 * Sources are only shown.
 */
const lifetimeOf = (kind: Kind) => (kind === "source" ? 3_600_000 : 60_000);

/** A list that is remembered, with the sentence for its gap. */
type Reading = Readonly<{ objects: Promise<unknown>; until: number }> & { gap?: string };

/** The account that a bridge serves, with the facts that version 3.0 knew and that must be read through version 4.0. */
export type BridgedAccount = ReturnType<typeof bridgedAccount>;

/**
 * Facts are read when they are needed, and remembered for a while, since requests are scarce.
 * @param warn gets the sentence for each list that lacks objects
 * @param defaultProfile SID of the default profile, if the account does not show it
 */
export function bridgedAccount(
  account: Account,
  clock: Clock,
  warn: (text: string) => void,
  defaultProfile?: string,
) {
  const remembered = new Map<Kind | undefined, Reading>();

  /** The objects of a kind. The service's refusal to show them is remembered, too, but no other failure. */
  function list<K extends Kind>(kind: K): Promise<readonly ServiceObject<K>[]> {
    const known = remembered.get(kind);
    // The map does not express that the list under a kind has objects of this kind.
    if (known !== undefined && clock.now() < known.until) return known.objects as ReturnType<typeof list<K>>;
    const objects = account.reader(kind).then(async (reader) => {
      const pass = await reader.relist(concludeNothing);
      if (pass.complete) return pass.objects;
      // An incomplete list is read once more.
      const again = await reader.relist((lacking) => {
        reading.gap = lackingText(kind, lacking);
        warn(reading.gap);
      });
      return again.objects;
    });
    const reading: Reading = { objects, until: clock.now() + lifetimeOf(kind) };
    remembered.set(kind, reading);
    objects.catch((error: unknown) => isRefused(error) || remembered.delete(kind));
    return objects;
  }

  /** SID of the default object; undefined if the account shows none. @throws ServiceError if it cannot be read */
  async function defaultOf(kind: Kind): Promise<string | undefined> {
    const known = kind === "monitoring_profile" ? defaultProfile : undefined;
    try {
      const objects: readonly { readonly id: string; readonly is_default?: boolean }[] = await list(kind);
      const id = objects.find(({ is_default }) => is_default)?.id ?? known;
      const gap = remembered.get(kind)?.gap;
      if (id === undefined && gap !== undefined)
        throw failed("unreadable", `list ${kinds[kind].plural}`, gap);
      return id;
    } catch (error) {
      if (kind !== "monitoring_profile" || !isRefused(error)) throw error;
      // A free plan does not show its profiles, and has only one: that of each of its hosts.
      const profiles = new Set((await list("host")).flatMap(({ profile }) => profile ?? []));
      return profiles.size === 1 ? [...profiles][0] : known;
    }
  }

  /** The sources of a host's profile, or of the default profile; undefined if the profile does not show them. */
  async function entriesFor(target: string): Promise<readonly string[] | undefined> {
    const profiles = await list("monitoring_profile");
    const host = isSid("host", target)
      ? await (await account.client()).collection("host").get(target)
      : undefined;
    const profile = host?.profile ?? (await defaultOf("monitoring_profile"));
    return profiles.find(({ id }) => id === profile)?.entries?.map(String);
  }

  return {
    account,
    clock,
    defaultOf,
    /** Has the list of a kind read again when it is needed next. */
    forget: (kind: Kind | undefined) => remembered.delete(kind),
    /**
     * The sources that a check of that address, name or host SID queries; none where the service does not show them. The list
     * of hosts is not searched for an address.
     */
    async sourcesOf(target: string): Promise<readonly ServiceObject<"source">[]> {
      const shown = [entriesFor(target).catch(asUnknown), list("source").catch(asUnknown)] as const;
      const [entries, sources = []] = await Promise.all(shown);
      return entries === undefined ? sources : sources.filter(({ id }) => entries.includes(id));
    },
  };
}

/** A value that is only shown must not fail its request. @throws errors that are not the service's */
function asUnknown(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
