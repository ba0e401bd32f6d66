import * as z from "zod/mini";
import { sourceTypeOf } from "../../service/addresses";
import type { CertificateMonitorObject, HostObject } from "../account/objects";
import type { Service } from "../service";

const hour = 3_600_000;
const day = 24 * hour;

/** Time between two checks, by frequency (docs/design/api.md#monitoring-profile). */
const intervals: Readonly<Record<string, number>> = {
  "1_hour": hour,
  "2_hours": 2 * hour,
  "3_hours": 3 * hour,
  "6_hours": 6 * hour,
  "12_hours": 12 * hour,
  "24_hours": day,
  "48_hours": 2 * day,
  weekly: 7 * day,
  "2_weeks": 14 * day,
};

/** The validity of a certificate, and how long before its expiry it may be renewed. */
const validity = 90 * day;
const renewal = 20 * day;

/** The probabilities of results per check. */
const chances = { listed: 0.02, delisted: 0.25, renewed: 0.1, reachable: 0.99 };

/** What the schedule remembers of an account between two calls, by SID; a data file keeps it. Times are milliseconds since 1970. */
export const scheduleMemory = z.object({
  checked: z.record(z.string(), z.number()),
  certificates: z.record(z.string(), z.object({ expires: z.number(), threshold: z.optional(z.number()) })),
});

export type ScheduleMemory = z.output<typeof scheduleMemory>;

/**
 * Simulates the service over time: hosts are checked at the frequency of their profiles, listings start and end, certificates
 * age and are renewed.
 *
 * @returns a function that performs everything due since the last call, once per object
 */
export function schedule(
  { account, checks, certificateErrors, now, random }: Service,
  { checked, certificates }: ScheduleMemory = { checked: {}, certificates: {} },
): () => void {
  /** Whether an object's next check is due. A new object is due immediately. */
  function isDue(id: string, interval: number): boolean {
    const last = checked[id];
    if (last !== undefined && now() < last + interval) return false;
    checked[id] = now();
    return true;
  }

  function check(host: HostObject): void {
    if (random() >= (host.listed ? chances.delisted : chances.listed)) {
      checks.run(host.id);
      return;
    }
    const sources = checks.sourcesOf(host).filter(({ type }) => type === sourceTypeOf(host.host));
    const source = sources[Math.floor(random() * sources.length)];
    checks.list(host.host, host.listed || source === undefined ? [] : [source.id]);
  }

  /** Renews an old certificate at random, and sends the events of its expiration thresholds. */
  function inspect({ id, hostname, profile: profileId }: CertificateMonitorObject): void {
    const profile = account.get("certificate_profile", profileId);
    certificates[id] ??= { expires: now() + random() * validity };
    const certificate = certificates[id];
    const isOld = certificate.expires - now() < renewal;
    if (isOld && random() < chances.renewed) certificate.expires = now() + validity;
    const days = Math.floor((certificate.expires - now()) / day);
    const crossed = (profile?.expiration_thresholds ?? []).filter((threshold) => days <= threshold);
    const threshold = crossed.length === 0 ? undefined : Math.min(...crossed);
    if (threshold !== certificate.threshold && profile?.alert_on_expiration === true) {
      const isWorse =
        threshold !== undefined && threshold < (certificate.threshold ?? Number.POSITIVE_INFINITY);
      const type = isWorse ? "cert.expiration.trigger" : "cert.expiration.resolve";
      certificateErrors.send(type, id, { expiry_days: days });
    }
    certificate.threshold = threshold;
    account.change(id, { expiry_days: days, last_checked: new Date(now()).toISOString() });
    const isReachable = random() <= chances.reachable;
    const errors = [...(days < 0 ? ["expired"] : []), ...(isReachable ? [] : ["connection_failure"])];
    certificateErrors.expect(hostname, errors, "schedule");
  }

  return () => {
    for (const host of account.objects("host")) {
      const profile = account.get("monitoring_profile", host.profile);
      if (!host.paused && isDue(host.id, intervals[profile?.frequency ?? ""] ?? day)) check(host);
    }
    for (const monitor of account.objects("certificate_monitor")) {
      if (!monitor.paused && isDue(monitor.id, day)) inspect(monitor);
    }
  };
}
