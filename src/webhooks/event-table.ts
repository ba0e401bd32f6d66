import { checkIdPattern, eventSidPattern } from "../service/sids";
import {
  always,
  flag,
  integer,
  list,
  object,
  open,
  orNull,
  sidLike,
  sidOrNull,
  text,
  textLike,
  textOrNull,
} from "./fields";

/*
 * Every event of the specification (docs/design/api.md#events; those of 3.0 are among them), and those that contacts of type endpoint
 * receive: when each is sent, and which fields it has in addition to the common ones. The types, the parser and the samples
 * come from these tables.
 */

const hexadecimal = (digits: number) => "0123456789abcdef".repeat(digits / 16);

/** Fields of all events (docs/design/api.md#events). */
export const commonFields = {
  /** Unique id of the event, `TA…`, in 3.0 also `EV…` (docs/design/open-points.md#19: or two other capitals). */
  event_sid: sidLike(
    (sid) => eventSidPattern.test(sid),
    "two capitals and 32 hexadecimal digits",
    `TA${hexadecimal(32)}`,
  ),
  /** What happened. */
  event_type: textLike((type) => type !== "", "a text that is not empty", "rbl.host.listed"),
  /** When, in ISO 8601 with an offset. Null if the service leaves it out, as it does for contacts of type endpoint. */
  event_date: orNull(
    textLike((date) => !Number.isNaN(Date.parse(date)), "a date and time", "2027-01-15T08:00:00+00:00"),
  ),
};

const checkSid = sidLike(
  (sid) => checkIdPattern.test(sid),
  "PP and 64 hexadecimal digits",
  `PP${hexadecimal(64)}`,
);
/** `sid` is null for an address or domain that is no host of the account. */
const host = object({
  sid: sidOrNull(`HT${hexadecimal(32)}`),
  name: textOrNull("mx-1"),
  host: text("192.0.2.11"),
});
/** A source that lists the host; `details` is what it answered. */
const match = object({
  sid: sidOrNull(`RB${hexadecimal(32)}`),
  host: text("bl.example.org"),
  details: textOrNull("127.0.0.2"),
});
const checked = { check_sid: checkSid, host };
const listed = flag(true);
const total = integer(1, 0);
const details = list(match);

const plan = object({
  name: text("Ultimate 100"),
  period: textOrNull("monthly"),
  expires: textOrNull("2027-02-15"),
  auto_renew_enabled: flag(true),
});
const payment = object({
  sid: textOrNull(`PA${hexadecimal(32)}`),
  amount: text("25.00"),
  status: textOrNull("completed"),
  details: textOrNull("Card ending in 0000"),
});
const paymentSource = object({
  sid: textOrNull(`PS${hexadecimal(32)}`),
  type: textOrNull("card"),
  details: textOrNull("Card ending in 0000"),
  expires: textOrNull("2027-02"),
});
const recharge = { falls_below: text("5.00"), recharge_to: text("25.00") };

/** The specification says that all certificate events carry it, and does not show the payload of each. */
const monitor = orNull(
  open({
    sid: text(`CM${hexadecimal(32)}`),
    name: text("Shop"),
    hostname: text("www.example.org"),
    protocol: text("https"),
  }),
);
const certificateErrors = list(
  open({ type: text("name_mismatch"), message: text("The certificate is for another name.") }),
);
const noErrors = { ...certificateErrors, sample: [] };
const fingerprint = (byte: string) => text(`SHA256:${Array.from({ length: 32 }, () => byte).join(":")}`);

const agents = {
  agent: open({ sid: text(`AG${hexadecimal(32)}`), name: text("Office") }),
  instances: list(open({ sid: text(`AI${hexadecimal(32)}`), name: text("office-1") })),
  timeout_minutes: integer(10),
};

/** Fields of what contacts of type endpoint receive. The specification does not document them: any may be missing. */
const endpointFields = {
  event_sid: orNull(commonFields.event_sid),
  title: textOrNull("mx-1 is listed"),
  message: textOrNull("192.0.2.11 is listed on bl.example.org."),
  url: textOrNull("https://portal.example.com/listings"),
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
    fields: { ...checked, listed: always(listed, true), total, details },
  },
  "rbl.host.delisted": {
    when: "at the end of a check, if the host is listed no more",
    fields: {
      ...checked,
      listed: always(listed, false),
      total: always(total, 0),
      details: always(details, []),
    },
  },
  "billing.balance.alert": {
    when: "when the balance falls below the threshold",
    fields: { balance: text("4.00"), alert_threshold: text("5.00") },
  },
  "billing.recharge.success": {
    when: "when the account was recharged by itself",
    fields: { ...recharge, payment },
  },
  "billing.recharge.failed": { when: "when an automatic recharge fails", fields: recharge },
  "billing.renewal.success": { when: "when a package was renewed by itself", fields: { plan, payment } },
  "billing.renewal.failed": { when: "when an automatic renewal fails", fields: { plan } },
  "expiring.card.alert": {
    when: "when a credit card is about to expire",
    fields: { payment_source: paymentSource },
  },
  "expiring.plan.alert": {
    when: "when a package is set to expire, and is not renewed by itself",
    fields: { plan: { ...plan, sample: { ...plan.sample, auto_renew_enabled: false } } },
  },
  "cert.expiration.trigger": {
    when: "each time a certificate comes into the next bracket of days before it expires",
    fields: { monitor, expiry_days: integer(15) },
  },
  "cert.expiration.resolve": {
    when: "when a certificate that was about to expire is renewed",
    fields: { monitor, expiry_days: integer(90) },
  },
  "cert.error.trigger": {
    when: "when a check finds new errors of a certificate",
    fields: { monitor, errors: certificateErrors, current_errors: certificateErrors },
  },
  "cert.error.resolve": {
    when: "when errors of a certificate are gone",
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
  "cert.flapping.resolve": { when: "when a certificate changes no more after flapping", fields: { monitor } },
  "agent.timeout": {
    when: "when all persistent instances of a monitoring agent have stopped checking in",
    fields: agents,
  },
  "agent.timeout.resolve": {
    when: "when instances of such an agent check in again",
    fields: agents,
  },
  "contact.confirm": {
    when: "to a new contact of type endpoint, with the code that confirms it",
    // `url` ends with the code: it is as secret as `authcode`.
    fields: {
      ...endpointFields,
      url: textOrNull(`https://portal.example.com/confirm/contact/CO${hexadecimal(32)}/A1b2C3`),
      authcode: text("A1b2C3"),
    },
  },
  "contact.trigger": {
    when: "to a contact of type endpoint, as a notification",
    fields: endpointFields,
  },
};
