import { createReceiver, eventTypes, isKnownEvent, parseEvent, signatureHeader } from "../../src/webhooks";
import { documentedEvents } from "./documented-events";

const hexadecimal = (digits: number) => "0123456789ABCDEF".repeat(digits / 16);

const host = { sid: `HT${hexadecimal(32)}`, name: "mx-1", host: "192.0.2.11" };
const check = { check_sid: `PP${hexadecimal(64)}`, host };
const match = { sid: `RB${hexadecimal(32)}`, host: "bl.example.org", details: "127.0.0.2" };
const plan = { name: "Pro", period: "monthly", expires: "2027-02-15" };
const payment = { sid: "PA1", amount: "25.00", status: "completed", details: "Card" };
const source = { sid: "PS1", type: "card", details: "Card", expires: "2027-02" };

/** Each event of version 3.0 with its own fields, flags as 0 and 1 and SIDs in capitals (docs/design/api-3.0.md#events). */
const events: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "rbl.host.check.started": check,
  "rbl.host.check.completed": { ...check, listed: 1, total: 1, details: [match] },
  "rbl.host.listed": { ...check, listed: 1, total: 1, details: [match] },
  "rbl.host.delisted": { ...check, listed: 0, total: 0, details: [] },
  "billing.balance.alert": { balance: "4.00", alert_threshold: "5.00" },
  "billing.recharge.success": { falls_below: "5.00", recharge_to: "25.00", payment },
  "billing.recharge.failed": { falls_below: "5.00", recharge_to: "25.00" },
  "billing.renewal.success": { plan: { ...plan, auto_renew_enabled: 1 }, payment },
  "billing.renewal.failed": { plan: { ...plan, auto_renew_enabled: 1 } },
  "expiring.card.alert": { payment_source: source },
  "expiring.plan.alert": { plan: { ...plan, auto_renew_enabled: 0 } },
};

/** The same in the forms of version 4.0. */
function asIn40(event: object): object {
  const text = JSON.stringify(event)
    .replace(
      /"(listed|auto_renew_enabled)":([01])/g,
      (_, name: string, digit: string) => `"${name}":${digit === "1"}`,
    )
    .replace(
      /"([A-Z]{2})([0-9A-F]{32,64})"/g,
      (_, prefix: string, digits: string) => `"${prefix}${digits.toLowerCase()}"`,
    );
  return JSON.parse(text) as object;
}

describe.each(Object.entries(events))("the event %s of version 3.0", (type, fields) => {
  const event = { event_type: type, event_date: "2027-01-15T08:00:00+00:00", ...fields };

  it.each(["TA", "EV"])("is read with an id that begins with %s", (prefix) => {
    const read = parseEvent({ ...event, event_sid: prefix + hexadecimal(32) });
    expect(isKnownEvent(read) && read.event_type).toBe(type);
    expect(Object.keys(read)).toEqual(expect.arrayContaining(documentedEvents[type] as string[]));
    expect(read).toEqual({ ...asIn40(event), event_sid: prefix + hexadecimal(32).toLowerCase() });
  });
});

it("has no events of certificates and agents: those of 4.0 are the others", () => {
  const others = eventTypes.filter((type) => !Object.hasOwn(events, type));
  expect(others.filter((type) => !type.startsWith("contact."))).toEqual([
    "cert.expiration.trigger",
    "cert.expiration.resolve",
    "cert.error.trigger",
    "cert.error.resolve",
    "cert.changed",
    "cert.flapping",
    "cert.flapping.resolve",
    "agent.timeout",
    "agent.timeout.resolve",
  ]);
});

describe("a receiver", () => {
  it("takes an event of version 3.0 that is signed as those of 4.0", async () => {
    const types: string[] = [];
    const secret = "signing-secret";
    const receiver = createReceiver({ secret, otherwise: ({ event_type }) => void types.push(event_type) });
    const body = JSON.stringify({
      ...{ event_type: "rbl.host.listed", event_date: "2027-01-15T08:00:00+00:00" },
      ...{ ...events["rbl.host.listed"], event_sid: `EV${hexadecimal(32)}` },
    });
    const headers = { "x-webhook-signature": signatureHeader(body, secret) };
    const answer = await receiver.fetch(new Request("http://x/", { method: "POST", body, headers }));
    expect([answer.status, types]).toEqual([200, ["rbl.host.listed"]]);
  });

  it("takes the same event once, in whichever case its id comes", async () => {
    const handled: string[] = [];
    const secret = "signing-secret";
    const receiver = createReceiver({ secret, otherwise: ({ event_type }) => void handled.push(event_type) });
    for (const digits of [hexadecimal(32), hexadecimal(32).toLowerCase()]) {
      const event = { event_type: "billing.recharge.failed", event_date: "2027-01-15T08:00:00Z" };
      const fields = { ...event, ...events["billing.recharge.failed"], event_sid: `EV${digits}` };
      const body = JSON.stringify(fields);
      const headers = { "x-webhook-signature": signatureHeader(body, secret) };
      await receiver.fetch(new Request("http://x/", { method: "POST", body, headers }));
    }
    expect(handled).toEqual(["billing.recharge.failed"]);
  });
});
