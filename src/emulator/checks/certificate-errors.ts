import { canonicalName } from "../../service/addresses";
import type { CertificateMonitorObject, Fields } from "../account/objects";
import type { EventParts } from "./event-sender";

/** An active certificate error. Its fields are not documented (docs/design/open-points.md#22). */
export interface CertificateError {
  readonly monitor: string;
  /** Such as `name_mismatch`, `expired`, `connection_failure`. */
  readonly type: string;
  readonly message: string;
}

/** The end of a profile's alert flag, for error types that it does not repeat (docs/design/api.md#certificate-profile). */
const alertNames: Readonly<Record<string, string>> = {
  expired: "expiration",
  misconfiguration: "misconfigurations",
};

/** The active certificate errors, and the certificate events (docs/design/api.md#events). */
export class CertificateErrors {
  #errors: readonly CertificateError[] = [];
  /** Error types by hostname: those set by the user, and those of the schedule. */
  readonly #expected = {
    user: new Map<string, readonly string[]>(),
    schedule: new Map<string, readonly string[]>(),
  };

  constructor(private readonly service: EventParts) {}

  all(): readonly CertificateError[] {
    return this.#errors;
  }

  restore(errors: readonly CertificateError[]): void {
    this.#errors = errors;
  }

  /**
   * Sets the active error types of all monitors of a hostname, also of those added later. An empty list resolves them. Errors of
   * the schedule are added to those of the user.
   */
  expect(hostname: string, types: readonly string[], cause: "user" | "schedule" = "user"): void {
    this.#expected[cause].set(canonicalName(hostname), types);
    for (const monitor of this.service.account.objects("certificate_monitor")) {
      if (canonicalName(monitor.hostname) === canonicalName(hostname)) this.applyExpected(monitor);
    }
  }

  /** Raises and resolves errors to match the expected types of the monitor's hostname, unless it is paused. */
  applyExpected({ id, hostname, paused }: CertificateMonitorObject): void {
    if (paused) return;
    const key = canonicalName(hostname);
    const types = [...(this.#expected.user.get(key) ?? []), ...(this.#expected.schedule.get(key) ?? [])];
    const active = this.#errors.filter(({ monitor }) => monitor === id).map(({ type }) => type);
    const resolved = active.filter((type) => !types.includes(type));
    const raised = types.filter((type) => !active.includes(type));
    if (resolved.length > 0) this.resolve(id, resolved);
    const errors = raised.map((type) => {
      return { type, message: `The certificate check reported: ${type.replaceAll("_", " ")}.` };
    });
    if (errors.length > 0) this.raise(id, errors);
  }

  /** Adds errors to an active monitor and sends `cert.error.trigger`. @throws Error if the monitor does not exist */
  raise(monitor: string, errors: readonly Omit<CertificateError, "monitor">[]): void {
    if (this.#monitor(monitor).paused) return;
    const raised = errors.map((error) => ({ ...error, monitor }));
    this.#errors = [...this.#errors, ...raised];
    this.#announce("cert.error.trigger", "errors", monitor, raised);
  }

  /** Resolves errors of the types, or all errors of an active monitor, and sends `cert.error.resolve`. */
  resolve(monitor: string, types?: readonly string[]): void {
    if (this.#monitor(monitor).paused) return;
    const resolved = this.#errors.filter(
      (error) => error.monitor === monitor && (types === undefined || types.includes(error.type)),
    );
    this.#errors = this.#errors.filter((error) => !resolved.includes(error));
    this.#announce("cert.error.resolve", "resolved_errors", monitor, resolved);
  }

  /** Removes the errors of a deleted monitor. */
  drop(monitor: string): void {
    this.#errors = this.#errors.filter((error) => error.monitor !== monitor);
  }

  /** Sends an event with the monitor (docs/design/api.md#events), also to the contacts of its groups. */
  send(type: string, monitor: string, fields: Fields = {}): void {
    const about = this.#monitor(monitor);
    const summary = {
      title: `${about.name}: ${type}`,
      message: `The service reports ${type} for ${about.hostname}.`,
    };
    this.service.events.notify(
      about.contact_group,
      type,
      { monitor: this.#wireMonitor(about), ...fields },
      summary,
    );
  }

  /** The wire form of an error. */
  wire(error: CertificateError): object {
    const lean = { type: error.type, message: error.message };
    const monitor = this.service.account.get("certificate_monitor", error.monitor);
    if (monitor === undefined) return lean;
    const { hostname, protocol } = monitor;
    const about = { monitor: error.monitor, hostname, protocol, ...lean };
    return this.service.settings.webhookObjects === "rich"
      ? { ...about, chain: [{ depth: 0, subject: `CN=${hostname}` }] }
      : about;
  }

  /** Sends an event with the errors for which the monitor's profile has an alert, if any. */
  #announce(event: string, field: string, monitor: string, errors: readonly CertificateError[]): void {
    const profile = this.service.account.get("certificate_profile", this.#monitor(monitor).profile);
    const reported = errors.filter(({ type }) => profile?.[`alert_on_${alertNames[type] ?? type}`] !== false);
    const wire = (some: readonly CertificateError[]) => some.map((error) => this.wire(error));
    const current = this.#errors.filter((error) => error.monitor === monitor);
    if (reported.length > 0)
      this.send(event, monitor, { [field]: wire(reported), current_errors: wire(current) });
    this.service.changed();
  }

  #monitor(id: string): CertificateMonitorObject {
    const monitor = this.service.account.get("certificate_monitor", id);
    if (monitor === undefined) throw new Error(`There is no certificate monitor ${id}.`);
    return monitor;
  }

  #wireMonitor({ id, name, hostname, protocol, ...rest }: CertificateMonitorObject): object {
    const lean = { sid: id, name, hostname, protocol };
    return this.service.settings.webhookObjects === "rich"
      ? { ...lean, port: rest.port, tags: rest.tags, profile: { sid: rest.profile } }
      : lean;
  }
}
