import { confirmationFields } from "../../service/fields";
import type { AnyObject, ContactObject, Fields } from "../account/objects";
import { endpointUrl } from "../checks/event-sender";
import type { Service } from "../service";
import type { OpenPointSettings } from "../settings";
import { invalid, Refusal, validate } from "../validation";

/** Sets a new contact to pending, and rejects args without the keys required for its type (docs/design/api.md#contact). */
export function validateArgs(fields: Fields, { settings }: Service): Fields {
  const args = (fields.args ?? {}) as Fields;
  const required = settings.requiredArgs[String(fields.type)] ?? [];
  const missing = required.find((key) => args[key] === undefined || args[key] === "");
  if (missing !== undefined) throw invalid(settings, `args: ${missing} is required`);
  return { ...fields, confirmed: settings.newContact === "active" };
}

/** Sends the authcode to a pending contact of type endpoint (docs/design/open-points.md#20). */
export function announceContact(object: AnyObject, { events, settings }: Service): void {
  const contact = object as ContactObject;
  if (contact.confirmed || contact.type !== "endpoint" || settings.endpointConfirmation === "none") return;
  const url = endpointUrl(contact);
  if (url === undefined) return;
  events.sendTo(url, "contact.confirm", confirmation(contact, url, settings));
}

/** The fields of a confirmation event in addition to id and type. */
function confirmation({ id, authcode }: ContactObject, url: string, settings: OpenPointSettings): Fields {
  if (settings.confirmationForm === "lean") return { authcode };
  return {
    title: "Confirm this contact",
    message: `Notifications can be sent to ${new URL(url).host} once this contact is confirmed.`,
    url: `https://portal.example.com/main/confirm/contact/${id}/${authcode}`,
    authcode,
  };
}

/** Resends the authorization message. @throws Refusal 409 unless the contact is pending */
export function resend(contact: ContactObject, service: Service): void {
  assertPending(contact);
  announceContact(contact, service);
}

/** Confirms a contact. @throws Refusal 409 unless it is pending, 422 if the authcode is wrong */
export function confirm(contact: ContactObject, fields: Fields, service: Service): void {
  const { authcode } = validate(fields, service.settings, confirmationFields);
  assertPending(contact);
  if (authcode !== contact.authcode)
    throw invalid(service.settings, "authcode: is not the one that was sent");
  service.account.change(contact.id, { confirmed: true, authorized: true });
}

function assertPending(contact: ContactObject): void {
  if (contact.paused || contact.confirmed) throw new Refusal(409, "Conflict: the contact is not pending.");
}
