import { canonicalHost } from "../service/addresses";
import { occurrences } from "../service/groups";
import type { ServiceObject } from "../service/responses";
import type { Certainty, CoveredAccount } from "./account";
import { groupsOf, reachOf } from "./alerting";
import { watchersOf } from "./watching";

/** The kinds of objects that an account watches. */
export const watchedKinds = ["host", "certificate_monitor"] as const;

export type WatchedKind = (typeof watchedKinds)[number];

/** The kind of profile that each uses. */
export const profileKind = {
  host: "monitoring_profile",
  certificate_monitor: "certificate_profile",
} as const;

/** Which objects an account watches, and whom it alerts. */
export type Coverage = ReturnType<typeof coverageOf>;

/** A host or a certificate monitor: whether it is watched, and whether its alerts reach someone. */
export type CoveredObject = Coverage["objects"][number];

/** Computes the coverage of an account. @param now milliseconds since 1970; without it, no date of a check counts */
export function coverageOf(account: CoveredAccount, now?: number) {
  const groups = groupsOf(account);
  const watchers = watchersOf(account, now);
  // A subnet is covered as its addresses if they are hosts of their own.
  const parents = new Set(account.of("host").map(({ parent }) => parent));
  const covered = (kind: WatchedKind, object: ServiceObject<WatchedKind>) => {
    const { id, name = null, profile, contact_group: ids } = object;
    const address = "host" in object ? object.host : "hostname" in object ? object.hostname : undefined;
    const key = address === undefined ? id : canonicalHost(address);
    return {
      kind,
      id,
      /** Its address or hostname, in normal form; the SID if the API does not return it. */
      key,
      /** That of a certificate monitor: a hostname may have one for each. */
      protocol: "protocol" in object ? object.protocol : undefined,
      name,
      watch: watchers[kind](object),
      reaches: reachOf(ids, groups),
      // The SIDs of its profile and groups; undefined if the API does not return them.
      profile,
      groups: ids,
      /** Whether it is on a blocklist, or its certificate has an error, as far as the account shows it. */
      isAlarming: [id, key].some((each) => account.alarms?.has(each)),
    };
  };
  const all = (kind: WatchedKind) => account.of(kind).filter(({ id }) => !parents.has(id));
  return {
    objects: watchedKinds.flatMap((kind) => all(kind).map((object) => covered(kind, object))),
    /** What the profiles do for objects that are not known, if not all are: in the place of those, with the SIDs of the profiles. */
    profiles: watchedKinds
      .filter((kind) => !account.isWhole(kind))
      .flatMap((kind) =>
        account.of(profileKind[kind]).map(({ id }) => covered(kind, { ...typical, id, profile: id })),
      ),
    groups,
  };
}

/** An object that uses a profile: its address is of the type that most hosts have. */
const typical = { host: "192.0.2.1", hostname: "www.example.com", status: "active" };

/** How many objects of each kind are watched, and whose alerts reach someone. */
export function totalsOf({ objects, groups }: Coverage) {
  const counts = (values: Iterable<Certainty>) => {
    const found = occurrences(values);
    return { yes: found.get("yes") ?? 0, no: found.get("no") ?? 0, unknown: found.get("unknown") ?? 0 };
  };
  const ofKind = (wanted: WatchedKind) => {
    const some = objects.filter(({ kind }) => kind === wanted);
    return {
      watched: counts(some.map(({ watch }) => watch.watched)),
      reaches: counts(some.map(({ reaches }) => reaches)),
    };
  };
  return {
    host: ofKind("host"),
    certificate_monitor: ofKind("certificate_monitor"),
    contact_group: { reaches: counts([...groups.values()].map(({ reaches }) => reaches)) },
  };
}
