import type { Kind } from "../service/kinds";
import type { Account } from "./account/account";
import type { AccountObjects, AnyObject, Fields } from "./account/objects";
import type { CertificateError, CertificateErrors } from "./checks/certificate-errors";
import type { Checks } from "./checks/checks";
import type { EventSender, SentEvent } from "./checks/event-sender";

/** The account behind the API's back: what its portal, other people and the world do to it. No rule refuses here. */
export class AccountControls {
  constructor(
    private readonly account: Account,
    private readonly checks: Checks,
    private readonly errors: CertificateErrors,
    private readonly events: EventSender,
  ) {}

  /** All objects of a kind, oldest first; the array is live. Pausable ones have `paused`, contacts `confirmed`. */
  objects<K extends Kind>(kind: K): readonly AccountObjects[K][] {
    return this.account.objects(kind);
  }

  find(id: string): AnyObject | undefined {
    return this.account.find(id);
  }

  /** Changes fields of an object; fields the API does not know are kept as settings made in the portal. */
  change(id: string, fields: Fields): AnyObject {
    return this.account.change(id, fields);
  }

  /** Removes an object. False when there is none. */
  remove(id: string): boolean {
    return this.account.remove(id);
  }

  /** Adds an object; fields not given have defaults. A contact is confirmed unless `confirmed` says otherwise. */
  add<K extends Kind>(kind: K, fields: Fields = {}): AccountObjects[K] {
    return this.account.add(kind, fields);
  }

  /** The authcode that a pending contact was sent. @throws Error when there is no such contact. */
  authcode(contact: string): string {
    const found = this.account.get("contact", contact);
    if (found === undefined) throw new Error(`There is no contact ${contact}.`);
    return found.authcode;
  }

  /** Lists a host on sources, by hostname or SID, or on none; one that is not in the account, when it is added. */
  listHost(host: string, sources: readonly string[]): void {
    this.checks.list(host, sources);
  }

  /** Sets the active certificate errors of a hostname, now or when a monitor of it is added; none resolves them. */
  expectCertificateErrors(hostname: string, types: readonly string[]): void {
    this.errors.expect(hostname, types);
  }

  /** Every event sent, with the receivers' answers so far. */
  get eventsSent(): readonly SentEvent[] {
    return this.events.sent;
  }

  /** Resolves when the events sent so far are delivered or given up. */
  eventsDelivered(): Promise<void> {
    return this.events.idle();
  }

  /** Sends any event to the webhook endpoints: billing, agents, or what is not documented. */
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
