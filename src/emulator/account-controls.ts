import type { Kind } from "../service/kinds";
import { eventTypes, sampleEvent } from "../webhooks";
import type { Fields } from "./account/objects";
import type { CertificateError } from "./checks/certificate-errors";
import type { SentEvent } from "./checks/event-sender";
import type { Service } from "./service";

function documentedFields(type: string): Fields {
  const known = eventTypes.find((each) => each === type);
  if (known === undefined) return {};
  const { event_sid, event_type, event_date, ...fields } = sampleEvent(known);
  return fields;
}

/** Changes the account without the API, as its portal or external events do. The rules of the API do not apply. */
export type AccountControls = ReturnType<typeof accountControls>;

/** Creates the controls of an account. */
export function accountControls({ account, checks, certificateErrors, events }: Service) {
  return {
    /** All objects of a kind, oldest first. Pausable ones have `paused`, contacts `confirmed`. */
    objects: <K extends Kind>(kind: K) => account.objects(kind),

    find: (id: string) => account.find(id),

    /** Changes fields of an object. Fields that the API does not have are portal settings. */
    change: (id: string, fields: Fields) => account.change(id, fields),

    /** Removes an object. Returns false if it does not exist. */
    remove: (id: string) => account.remove(id),

    /** Adds an object. Omitted fields have defaults; a contact is confirmed by default. */
    add: <K extends Kind>(kind: K, fields: Fields = {}) => account.add(kind, fields),

    /** The authcode that was sent to a pending contact. @throws Error if the contact does not exist */
    authcode(contact: string): string {
      const stored = account.get("contact", contact);
      if (stored === undefined) throw new Error(`There is no contact ${contact}.`);
      return stored.authcode;
    },

    /** Lists a host on sources, by hostname or SID, or on none. A host that is not in the account is listed when it is added. */
    listHost: (host: string, sources: readonly string[]) => checks.list(host, sources),

    /** Sets the active certificate errors of a hostname, also for monitors added later. An empty list resolves them. */
    expectCertificateErrors: (hostname: string, types: readonly string[]) =>
      certificateErrors.expect(hostname, types),

    /** All sent events, with the receivers' responses so far. */
    eventsSent: events.sent as readonly SentEvent[],

    /** Resolves when all sent events are delivered or have failed. */
    eventsDelivered: () => events.idle(),

    /** Sends any event to the webhook endpoints, such as billing or agents. Omitted documented fields are those of a sample. */
    sendEvent: (type: string, fields: Fields = {}) =>
      events.send(type, { ...documentedFields(type), ...fields }),

    /** Sends an event about a certificate monitor, such as `cert.changed`. */
    sendCertificateEvent: (type: string, monitor: string, fields: Fields = {}) =>
      certificateErrors.send(type, monitor, fields),

    /** Raises certificate errors on a monitor, with their event. */
    raiseCertificateErrors: (monitor: string, raised: readonly Omit<CertificateError, "monitor">[]) =>
      certificateErrors.raise(monitor, raised),

    /** Resolves certificate errors of those types, or all of a monitor, with their event. */
    resolveCertificateErrors: (monitor: string, types?: readonly string[]) =>
      certificateErrors.resolve(monitor, types),
  };
}
