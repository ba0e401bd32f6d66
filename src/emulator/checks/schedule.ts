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

/**
 * Simulates the service over time: hosts are checked at the frequency of their profiles, listings start and end, certificates
 * age and are renewed. Each run performs everything due since the last run, once per object.
 */
export class Schedule {
  readonly #checked = new Map<string, number>();
  readonly #certificates = new Map<string, { expires: number; threshold: number | undefined }>();
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Performs all due checks. */
  run(): void {
    for (const host of this.#service.account.objects("host")) {
      const profile = this.#service.account.get("monitoring_profile", host.profile);
      if (!host.paused && this.#isDue(host.id, intervals[profile?.frequency ?? ""] ?? day)) this.#check(host);
    }
    for (const monitor of this.#service.account.objects("certificate_monitor")) {
      if (!monitor.paused && this.#isDue(monitor.id, day)) this.#inspect(monitor);
    }
  }

  /** Whether an object's next check is due. A new object is due immediately. */
  #isDue(id: string, interval: number): boolean {
    const last = this.#checked.get(id);
    if (last !== undefined && this.#service.now() < last + interval) return false;
    this.#checked.set(id, this.#service.now());
    return true;
  }

  #check(host: HostObject): void {
    const chance = host.listed ? chances.delisted : chances.listed;
    if (this.#service.random() >= chance) {
      this.#service.checks.run(host.id);
      return;
    }
    const sources = this.#service.checks.sourcesOf(host);
    const source = sources[Math.floor(this.#service.random() * sources.length)];
    this.#service.checks.list(host.host, host.listed || source === undefined ? [] : [source.id]);
  }

  /** Renews an old certificate at random, and sends the events of its expiration thresholds. */
  #inspect(monitor: CertificateMonitorObject): void {
    const profile = this.#service.account.get("certificate_profile", monitor.profile);
    const known = this.#certificates.get(monitor.id);
    const certificate = known ?? {
      expires: this.#service.now() + this.#service.random() * validity,
      threshold: undefined,
    };
    this.#certificates.set(monitor.id, certificate);
    const isOld = certificate.expires - this.#service.now() < renewal;
    if (isOld && this.#service.random() < chances.renewed)
      certificate.expires = this.#service.now() + validity;
    const days = Math.floor((certificate.expires - this.#service.now()) / day);
    const crossed = (profile?.expiration_thresholds ?? []).filter((threshold) => days <= threshold);
    const threshold = crossed.length === 0 ? undefined : Math.min(...crossed);
    if (threshold !== certificate.threshold && profile?.alert_on_expiration === true) {
      const isWorse =
        threshold !== undefined && threshold < (certificate.threshold ?? Number.POSITIVE_INFINITY);
      const type = isWorse ? "cert.expiration.trigger" : "cert.expiration.resolve";
      this.#service.certificateErrors.send(type, monitor.id, { expiry_days: days });
    }
    certificate.threshold = threshold;
    this.#service.account.change(monitor.id, {
      expiry_days: days,
      last_checked: new Date(this.#service.now()).toISOString(),
    });
    const isReachable = this.#service.random() <= chances.reachable;
    const errors = [...(days < 0 ? ["expired"] : []), ...(isReachable ? [] : ["connection_failure"])];
    this.#service.certificateErrors.expect(monitor.hostname, errors, "schedule");
  }
}
