import { sourceTypeOf } from "../service/addresses";
import { isoDate } from "../service/dates";
import { sourceTypes } from "../service/enumerations";
import { alertFlags } from "../service/fields";
import type { Kind } from "../service/kinds";
import type { ServiceObject } from "../service/responses";
import { pausedBy, sourcePausedBy } from "../service/status";
import type { Certainty, CoveredAccount } from "./account";

/** Why an object is not watched. */
export type Reason = "paused" | "no_sources" | "paused_sources" | "no_source_of_type" | "no_alerts" | "idle";

/** Whether an object is watched, and how closely. Absent parts are unknown. */
export interface Watch {
  readonly watched: Certainty;
  readonly reason?: Reason;
  /** When it was last checked, ISO 8601, if that is why it is not watched. */
  readonly lastChecked?: string;
  /** How often a host is checked. */
  readonly frequency?: string | undefined;
  /** How many sources check a host. */
  readonly sources?: number | undefined;
  /** The alerts of a certificate, as the flags of its profile. */
  readonly alerts?: readonly string[];
  /** The days before its expiration at which a certificate causes an alert. */
  readonly thresholds?: readonly number[];
}

type Source = Partial<ServiceObject<"source">>;

const documented: ReadonlySet<unknown> = new Set(sourceTypes);

const unknown: Watch = { watched: "unknown" };

/**
 * Milliseconds: twice the longest documented frequency. What was last checked before is not watched, whatever its settings say,
 * such as once the account's plan has ended.
 */
const longestPause = 4 * 7 * 24 * 3_600_000;

/** Functions that return how an account watches a host, and a certificate monitor. @param now milliseconds since 1970 */
export function watchersOf(account: CoveredAccount, now?: number) {
  const byId = <K extends Kind>(kind: K) =>
    new Map(account.of(kind).map((object) => [object.id, object] as const));
  const [profiles, sources] = [byId("monitoring_profile"), byId("source")];
  const certificateProfiles = byId("certificate_profile");
  /** The answer for a profile and a type of source is computed once. */
  const watches = new Map<string, Watch>();
  const hostWatch = ({ host, profile: id = "" }: ServiceObject<"host">) => {
    const profile = profiles.get(id);
    const type = host === undefined ? undefined : sourceTypeOf(host);
    if (profile === undefined || type === undefined) return unknown;
    const key = `${type} ${id}`;
    const watch = watches.get(key) ?? profileWatch(profile, type, sources, account.isWhole("source"));
    watches.set(key, watch);
    return watch;
  };
  return {
    host: (host: ServiceObject<"host">) => unlessIdle(host, hostWatch(host), now),
    certificate_monitor: (monitor: ServiceObject<"certificate_monitor">) =>
      unlessIdle(monitor, certificateWatch(certificateProfiles.get(monitor.profile ?? "")), now),
  };
}

type Watched = Partial<Pick<ServiceObject<"host" | "certificate_monitor">, "status" | "last_checked">>;

/** The watch of an object that is neither paused nor left unchecked. */
function unlessIdle({ status, last_checked: date }: Watched, watch: Watch, now = 0): Watch {
  const isPaused = pausedBy(status);
  if (isPaused === true) return { watched: "no", reason: "paused" };
  const lastChecked = isoDate(date);
  if (watch.watched !== "no" && lastChecked !== null && now - Date.parse(lastChecked) > longestPause)
    return { watched: "no", reason: "idle", lastChecked };
  return isPaused === undefined && watch.watched === "yes" ? { ...watch, watched: "unknown" } : watch;
}

/** How a profile watches hosts that sources of a type check (docs/design/api.md#source). */
function profileWatch(
  { entries, frequency, sync_method: method }: ServiceObject<"monitoring_profile">,
  type: string,
  sources: ReadonlyMap<string, Source>,
  isWhole: boolean,
): Watch {
  const isCatalogue = method === "stay_in_sync" || (method === undefined && entries === undefined);
  // A complete list has every active source, so those that it lacks are paused.
  const selected: readonly Source[] | undefined = isCatalogue
    ? [...sources.values()].filter(({ custom }) => custom !== true)
    : entries?.map((id) => sources.get(id) ?? (isWhole ? { status: "paused" } : {}));
  if (selected === undefined || (isCatalogue && !isWhole)) return { ...unknown, frequency };
  if (selected.length === 0) return { watched: "no", reason: "no_sources" };
  const active = selected.filter(({ status }) => sourcePausedBy(status) !== true);
  if (active.length === 0) return { watched: "no", reason: "paused_sources" };
  const certain = active.filter(
    ({ status, type: own, custom }) =>
      sourcePausedBy(status) === false && documented.has(own) && !(isCatalogue && custom === undefined),
  );
  const count = certain.filter((source) => source.type === type).length;
  const isInDoubt = certain.length < active.length;
  if (count > 0) return { watched: "yes", frequency, sources: isInDoubt ? undefined : count };
  return isInDoubt ? { ...unknown, frequency } : { watched: "no", reason: "no_source_of_type" };
}

function certificateWatch(profile: ServiceObject<"certificate_profile"> | undefined): Watch {
  if (profile === undefined) return unknown;
  const { expiration_thresholds: thresholds } = profile;
  // Without thresholds, no alert comes before the expiration.
  const days = (flag: string) => (flag === "alert_on_expiration" ? thresholds?.length : 1);
  const alerts = alertFlags.filter((flag) => profile[flag] !== false && days(flag) !== 0);
  if (alerts.length === 0) return { watched: "no", reason: "no_alerts" };
  const isKnown = alerts.some((flag) => profile[flag] === true && days(flag) !== undefined);
  return {
    watched: isKnown ? "yes" : "unknown",
    alerts,
    ...(thresholds && { thresholds }),
  };
}
