import { checkId, eventSid, filledText, flag, number, sid, text, textThat } from "../service/rules";
import { readNumber, readString } from "../service/wire-forms";
import { constant, list, object, openObject, optional, orElse, value, valueOrNull } from "./fields";

/*
 * All events of the specification (docs/design/api.md#events, including those of 3.0), and those for contacts of type endpoint: when
 * each is sent, and its fields in addition to the common ones. Types, parser and samples are derived from these tables.
 */

const hexadecimal = (digits: number) => "0123456789abcdef".repeat(digits / 16);

const dateAndTime = textThat(
  (date) => (Number.isNaN(Date.parse(date)) ? "must be a date and time" : undefined),
  { read: readDate },
);

/** Reads a date, also as seconds or milliseconds since 1970. */
function readDate(input: unknown): string | undefined {
  const number = readNumber(input);
  if (number === undefined) return readString(input);
  const date = new Date(number < 1e11 ? number * 1_000 : number);
  return number < 1e8 || Number.isNaN(date.getTime()) ? String(input) : date.toISOString();
}

/** Fields of all events (docs/design/api.md#events). */
export const commonFields = {
  /** The unique id: `TA…`, in 3.0 also `EV…` (docs/design/open-points.md#19: or two other capitals). Null if missing. */
  event_sid: optional(eventSid, `TA${hexadecimal(32)}`),
  /** The type of the event, such as `rbl.host.listed`. */
  event_type: value(filledText, "rbl.host.listed"),
  /** The time of the event, in ISO 8601 with an offset. Null if missing, as for contacts of type endpoint. */
  event_date: orElse(value(dateAndTime, "2027-01-15T08:00:00+00:00"), null),
};

const checkSid = optional(checkId, `PP${hexadecimal(64)}`);
/** `sid` is null for an address or domain that is not a host of the account. */
const host = object({
  sid: valueOrNull(sid("host"), `HT${hexadecimal(32)}`),
  host: value(text, "192.0.2.11"),
  name: valueOrNull(text, "mx-1"),
});
/** A source that lists the host. `details` is its DNS answer. */
const match = object({
  sid: valueOrNull(sid("source"), `RB${hexadecimal(32)}`),
  host: valueOrNull(text, "bl.example.org"),
  details: valueOrNull(text, "127.0.0.2"),
});
const checked = { check_sid: checkSid, host };
const listed = value(flag, true);
const { problem: _, ...anyNumber } = number;
const total = orElse(value(anyNumber, 1), 0);
const details = list(match);

const plan = object({
  name: valueOrNull(text, "Ultimate 100"),
  period: valueOrNull(text, "monthly"),
  expires: valueOrNull(text, "2027-02-15"),
  auto_renew_enabled: valueOrNull(flag, true),
});
const payment = object({
  sid: valueOrNull(text, `PA${hexadecimal(32)}`),
  amount: valueOrNull(text, "25.00"),
  status: valueOrNull(text, "completed"),
  details: valueOrNull(text, "Card ending in 0000"),
});
const paymentSource = object({
  sid: valueOrNull(text, `PS${hexadecimal(32)}`),
  type: valueOrNull(text, "card"),
  details: valueOrNull(text, "Card ending in 0000"),
  expires: valueOrNull(text, "2027-02"),
});
const recharge = { falls_below: optional(text, "5.00"), recharge_to: optional(text, "25.00") };

/** According to the specification, all certificate events have it, but it does not show each payload. */
const monitor = orElse(
  openObject({
    sid: value(text, `CM${hexadecimal(32)}`),
    hostname: value(text, "www.example.org"),
    name: value(text, "Shop"),
    protocol: value(text, "https"),
  }),
  null,
);
const certificateErrors = list(
  openObject({
    message: value(text, "The certificate is for another name."),
    type: value(text, "name_mismatch"),
  }),
);
const noErrors = { ...certificateErrors, sample: [] };
const fingerprint = (byte: string) =>
  optional(text, `SHA256:${Array.from({ length: 32 }, () => byte).join(":")}`);

const agents = {
  agent: openObject({ sid: value(text, `AG${hexadecimal(32)}`), name: value(text, "Office") }),
  instances: list(openObject({ sid: value(text, `AI${hexadecimal(32)}`), name: value(text, "office-1") })),
  timeout_minutes: optional(number, 10),
};

/** Fields of events for contacts of type endpoint: a summary without a date. Any may be missing (docs/design/open-points.md#20). */
const endpointFields = {
  title: valueOrNull(text, "mx-1 is listed"),
  message: valueOrNull(text, "192.0.2.11 is listed on bl.example.org."),
  url: valueOrNull(text, "https://portal.example.com/listings"),
};

/** The events, in the specification's order. `when` completes "sent …". */
export const eventTable = {
  "rbl.host.check.started": { when: "when a check of a host starts", fields: checked },
  "rbl.host.check.completed": {
    when: "at the end of every check, whether or not the host is listed",
    fields: { ...checked, listed, total, details },
  },
  "rbl.host.listed": {
    when: "at the end of a check, if the host is listed",
    fields: { ...checked, listed: constant(listed, true), total, details },
  },
  "rbl.host.delisted": {
    when: "at the end of a check, if the host is no longer listed",
    fields: {
      ...checked,
      listed: constant(listed, false),
      total: constant(total, 0),
      details: constant(details, []),
    },
  },
  "billing.balance.alert": {
    when: "when the balance falls below the threshold",
    fields: { balance: optional(text, "4.00"), alert_threshold: optional(text, "5.00") },
  },
  "billing.recharge.success": { when: "after an automatic recharge", fields: { ...recharge, payment } },
  "billing.recharge.failed": { when: "when an automatic recharge fails", fields: recharge },
  "billing.renewal.success": { when: "after an automatic renewal", fields: { plan, payment } },
  "billing.renewal.failed": { when: "when an automatic renewal fails", fields: { plan } },
  "expiring.card.alert": {
    when: "when a credit card is about to expire",
    fields: { payment_source: paymentSource },
  },
  "expiring.plan.alert": {
    when: "when a package is about to expire without automatic renewal",
    fields: { plan: { ...plan, sample: { ...plan.sample, auto_renew_enabled: false } } },
  },
  "cert.expiration.trigger": {
    when: "each time a certificate reaches the next expiration threshold",
    fields: { monitor, expiry_days: value(anyNumber, 15) },
  },
  "cert.expiration.resolve": {
    when: "when a certificate that was about to expire is renewed",
    fields: { monitor, expiry_days: value(anyNumber, 90) },
  },
  "cert.error.trigger": {
    when: "when a check finds new errors of a certificate",
    fields: { monitor, errors: certificateErrors, current_errors: certificateErrors },
  },
  "cert.error.resolve": {
    when: "when errors of a certificate are resolved",
    fields: { monitor, resolved_errors: certificateErrors, current_errors: noErrors },
  },
  "cert.changed": {
    when: "when a certificate is replaced without being renewed",
    fields: { monitor, previous_fingerprint: fingerprint("0A"), new_fingerprint: fingerprint("F0") },
  },
  "cert.flapping": {
    when: "when a certificate changes three times or more within an hour",
    fields: { monitor },
  },
  "cert.flapping.resolve": { when: "when a certificate stops flapping", fields: { monitor } },
  "agent.timeout": {
    when: "when all persistent instances of a monitoring agent have stopped checking in",
    fields: agents,
  },
  "agent.timeout.resolve": { when: "when instances of the agent check in again", fields: agents },
  "contact.confirm": {
    when: "to a new contact of type endpoint, with the code that confirms it",
    // `url` ends with the code, and is as secret as `authcode`.
    fields: {
      ...endpointFields,
      title: valueOrNull(text, "Confirm this contact"),
      message: valueOrNull(text, "Notifications are sent here once this contact is confirmed."),
      url: valueOrNull(text, `https://portal.example.com/main/confirm/contact/CO${hexadecimal(32)}/A1b2C3`),
      authcode: value(text, "A1b2C3"),
    },
  },
  "contact.trigger": { when: "to a contact of type endpoint, as a notification", fields: endpointFields },
};
