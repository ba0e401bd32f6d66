import type { Account } from "../account/account";
import type { CertificateMonitorObject } from "../account/objects";
import type { ChangeableSettings } from "../options";
import type { EventSender } from "./event-sender";

/** An active certificate error; its fields are open in the specification (gaps 22). */
export interface CertificateError {
  readonly monitor: string;
  /** Such as `name_mismatch`, `expired`, `connection_failure`. */
  readonly type: string;
  readonly message: string;
}

/** The active certificate errors, and the events about certificates (api-4.0, Certificate events). */
export class CertificateErrors {
  private errors: readonly CertificateError[] = [];

  constructor(
    private readonly account: Account,
    private readonly events: EventSender,
    private readonly settings: ChangeableSettings,
    private readonly changed: () => void,
  ) {}

  all(): readonly CertificateError[] {
    return this.errors;
  }

  restore(errors: readonly CertificateError[]): void {
    this.errors = errors;
  }

  /** Adds errors to a monitor and sends `cert.error.trigger`. @throws Error when there is no such monitor. */
  raise(monitor: string, errors: readonly Omit<CertificateError, "monitor">[]): void {
    const raised = errors.map((error) => ({ ...error, monitor }));
    this.monitor(monitor);
    this.errors = [...this.errors, ...raised];
    this.send("cert.error.trigger", monitor, {
      errors: raised.map((error) => this.wire(error)),
      current_errors: this.of(monitor),
    });
    this.changed();
  }

  /** Ends errors of those types, or all of a monitor's, and sends `cert.error.resolve`. */
  resolve(monitor: string, types?: readonly string[]): void {
    this.monitor(monitor);
    const resolved = this.errors.filter(
      (error) => error.monitor === monitor && (types === undefined || types.includes(error.type)),
    );
    this.errors = this.errors.filter((error) => !resolved.includes(error));
    this.send("cert.error.resolve", monitor, {
      resolved_errors: resolved.map((error) => this.wire(error)),
      current_errors: this.of(monitor),
    });
    this.changed();
  }

  /** Drops the errors of a monitor that is gone. */
  forget(monitor: string): void {
    this.errors = this.errors.filter((error) => error.monitor !== monitor);
  }

  /** Sends an event that carries the monitor (api-4.0, Certificate events). */
  send(type: string, monitor: string, fields: Readonly<Record<string, unknown>>): void {
    this.events.send(type, { monitor: this.wireMonitor(this.monitor(monitor)), ...fields });
  }

  /** An error as it is listed and sent. */
  wire(error: CertificateError): object {
    const lean = { type: error.type, message: error.message };
    const monitor = this.account.get("certificate_monitor", error.monitor);
    if (monitor === undefined) return lean;
    const { hostname, protocol } = monitor;
    const about = { monitor: error.monitor, hostname, protocol, ...lean };
    return this.settings.webhookObjects === "rich"
      ? { ...about, chain: [{ depth: 0, subject: `CN=${hostname}` }] }
      : about;
  }

  private of(monitor: string): object[] {
    return this.errors.filter((error) => error.monitor === monitor).map((error) => this.wire(error));
  }

  private monitor(id: string): CertificateMonitorObject {
    const monitor = this.account.get("certificate_monitor", id);
    if (monitor === undefined) throw new Error(`There is no certificate monitor ${id}.`);
    return monitor;
  }

  private wireMonitor({ id, name, hostname, protocol, ...rest }: CertificateMonitorObject): object {
    const lean = { sid: id, name, hostname, protocol };
    return this.settings.webhookObjects === "rich"
      ? { ...lean, port: rest.port, tags: rest.tags, profile: { sid: rest.profile } }
      : lean;
  }
}
