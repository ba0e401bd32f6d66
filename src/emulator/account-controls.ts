import type { Kind } from "../service/kinds";
import type { Account } from "./account/account";
import type { AccountObjects, AnyObject, Fields } from "./account/objects";
import type { CertificateError, CertificateErrors } from "./checks/certificate-errors";
import type { Checks } from "./checks/checks";
import type { EventSender, SentEvent } from "./checks/event-sender";

/** Changes the account without the API, as its portal or external events do. The rules of the API do not apply. */
export class AccountControls {
  constructor(
    private readonly account: Account,
    private readonly checks: Checks,
    private readonly errors: CertificateErrors,
    private readonly events: EventSender,
  ) {}

  /** All objects of a kind, oldest first. Pausable ones have `paused`, contacts `confirmed`. */
  objects<K extends Kind>(kind: K): readonly AccountObjects[K][] {
    return this.account.objects(kind);
  }

  find(id: string): AnyObject | undefined {
    return this.account.find(id);
  }

  /** Changes fields of an object. Fields that the API does not have are portal settings. */
  change(id: string, fields: Fields): AnyObject {
    return this.account.change(id, fields);
  }

  /** Removes an object. Returns false if it does not exist. */
  remove(id: string): boolean {
    return this.account.remove(id);
  }

  /** Adds an object. Omitted fields have defaults; a contact is confirmed by default. */
  add<K extends Kind>(kind: K, fields: Fields = {}): AccountObjects[K] {
    return this.account.add(kind, fields);
  }

  /** The authcode that was sent to a pending contact. @throws Error if the contact does not exist */
  authcode(contact: string): string {
    const found = this.account.get("contact", contact);
    if (found === undefined) throw new Error(`There is no contact ${contact}.`);
    return found.authcode;
  }

  /** Lists a host on sources, by hostname or SID, or on none. A host that is not in the account is listed when it is added. */
  listHost(host: string, sources: readonly string[]): void {
    this.checks.list(host, sources);
  }

  /** Sets the active certificate errors of a hostname, also for monitors added later. An empty list resolves them. */
  expectCertificateErrors(hostname: string, types: readonly string[]): void {
    this.errors.expect(hostname, types);
  }

  /** All sent events, with the receivers' responses so far. */
  get eventsSent(): readonly SentEvent[] {
    return this.events.sent;
  }

  /** Resolves when all sent events are delivered or have failed. */
  eventsDelivered(): Promise<void> {
    return this.events.idle();
  }

  /** Sends any event to the webhook endpoints, such as billing, agents, or undocumented ones. */
  sendEvent(type: string, fields: Fields = {}): void {
    this.events.send(type, fields);
  }

  /** Sends an event about a certificate monitor, such as `cert.changed`. */
  sendCertificateEvent(type: string, monitor: string, fields: Fields = {}): void {
    this.errors.send(type, monitor, fields);
  }

  /** Raises certificate errors on a monitor, with their event. */
  raiseCertificateErrors(monitor: string, errors: readonly Omit<CertificateError, "monitor">[]): void {
    this.errors.raise(monitor, errors);
  }

  /** Resolves certificate errors of those types, or all of a monitor, with their event. */
  resolveCertificateErrors(monitor: string, types?: readonly string[]): void {
    this.errors.resolve(monitor, types);
  }
}
