import * as fc from "fast-check";
import { EventError, isKnownEvent, parseEvent } from "../../src/webhooks";

const common = {
  event_sid: `TA${"0".repeat(32)}`,
  event_date: "2027-01-15T08:00:00+00:00",
};
const host = { sid: `HT${"1".repeat(32)}`, name: "mx-1", host: "192.0.2.11" };
const listed = {
  ...common,
  event_type: "rbl.host.listed",
  check_sid: `PP${"2".repeat(64)}`,
  host,
  listed: true,
  total: 1,
  details: [{ sid: `RB${"3".repeat(32)}`, host: "bl.example.org", details: "127.0.0.2" }],
};
const changed = {
  ...common,
  event_type: "cert.changed",
  previous_fingerprint: "SHA256:0A",
  new_fingerprint: "SHA256:0B",
};

function failure(body: unknown): EventError {
  try {
    parseEvent(body);
  } catch (thrown) {
    if (thrown instanceof EventError) return thrown;
    throw thrown;
  }
  throw new Error("It was parsed.");
}

describe("an event", () => {
  it.each([
    ["text", JSON.stringify(listed)],
    ["bytes", Buffer.from(JSON.stringify(listed))],
    ["bytes with a mark of their order", Buffer.from(`\uFEFF${JSON.stringify(listed)}`)],
    ["what JSON.parse made of it", listed],
  ])("is read from %s", (_, body) => {
    expect(parseEvent(body)).toEqual(listed);
  });

  it("is discriminated by its type", () => {
    const event = parseEvent(listed);
    expect(isKnownEvent(event) && event.event_type === "rbl.host.listed" && event.details[0]?.host).toBe(
      "bl.example.org",
    );
  });

  it.each([
    ["listed: 1", { listed: 1 }],
    ['listed: "true"', { listed: "true" }],
    ['total: "1"', { total: "1" }],
  ])("is read when the service writes %s", (_, form) => {
    expect(parseEvent({ ...listed, ...form })).toEqual(listed);
  });

  it("about an address that is not a host of the account has no SID", () => {
    const event = {
      ...listed,
      event_type: "rbl.host.check.completed",
      host: { host: "192.0.2.1", name: "192.0.2.1" },
    };
    expect(parseEvent(event)).toMatchObject({ host: { sid: null, host: "192.0.2.1" } });
  });

  it("has a total of 0 and no details where these are left out", () => {
    const { total, details, ...rest } = { ...listed, event_type: "rbl.host.check.completed", listed: false };
    expect(parseEvent(rest)).toMatchObject({ listed: false, total: 0, details: [] });
  });

  it("of a delisting is never listed, with or without the field", () => {
    const { total, details, listed: _, ...rest } = { ...listed, event_type: "rbl.host.delisted" };
    expect(parseEvent(rest)).toMatchObject({ listed: false, total: 0, details: [] });
    expect(failure({ ...rest, listed: true }).message).toContain("listed must be false");
  });

  it.each(["TA", "EA", "EV"])("may have an id that begins with %s", (capitals) => {
    expect(parseEvent({ ...listed, event_sid: `${capitals}${"0".repeat(32)}` }).event_sid).toMatch(capitals);
  });

  it("keeps undocumented fields, also in its objects", () => {
    const event = { ...listed, host: { ...host, tags: ["inbound"] }, severity: "high" };
    expect(parseEvent(event)).toEqual(event);
  });

  it("keeps an undocumented type, with all its fields", () => {
    const event = { ...common, event_type: "rbl.source.retired", source: { sid: "RB1" }, listed: "perhaps" };
    expect(parseEvent(event)).toEqual(event);
    expect(isKnownEvent(parseEvent(event))).toBe(false);
  });

  it.each(["__proto__", "constructor", "toString"])("may have the type %s, which is none", (type) => {
    const event = parseEvent(JSON.stringify({ ...common, event_type: type }));
    expect([event.event_type, isKnownEvent(event)]).toEqual([type, false]);
  });

  it("has a monitor with typed readable fields, and all other fields", () => {
    const monitor = { id: `CM${"4".repeat(32)}`, name: 7, hostname: { idn: "x" }, chain: [{ depth: 0 }] };
    expect(parseEvent({ ...changed, monitor })).toMatchObject({
      monitor: { id: monitor.id, sid: monitor.id, name: "7", chain: [{ depth: 0 }] },
    });
    expect(parseEvent({ ...changed, monitor })).not.toHaveProperty("monitor.hostname");
  });

  it("with a code to confirm may have neither an id nor a date", () => {
    const event = { event_type: "contact.confirm", authcode: "A1B2C3" };
    const nothing = { event_sid: null, event_date: null, title: null, message: null, url: null };
    expect(parseEvent(event)).toEqual({ ...event, ...nothing });
  });

  it("for a contact has a title, a message and an address, and no date", () => {
    const event = {
      event_type: "contact.trigger",
      event_sid: common.event_sid,
      title: "Listed",
      url: "https://x",
    };
    expect(parseEvent(event)).toEqual({ ...event, event_date: null, message: null });
  });

  it("of an unknown type may have neither an id nor a date", () => {
    const event = { event_type: "agent.started", agent: "office" };
    expect(parseEvent(event)).toEqual({ ...event, event_sid: null, event_date: null });
  });

  it("about a certificate may have no monitor, and any event may have no date", () => {
    const { event_sid } = common;
    const event = { event_sid, event_type: "cert.flapping" };
    expect(parseEvent(event)).toEqual({ ...event, event_date: null, monitor: null });
    const { event_date, ...undated } = listed;
    expect(parseEvent(undated)).toEqual({ ...undated, event_date: null });
  });
});

describe("an invalid event", () => {
  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ])("is refused as no JSON: %s", (_, body) => {
    expect(failure(body)).toMatchObject({ name: "EventError", kind: "not_json" });
  });

  it.each(["null", "[]", '"x"', "7", undefined, null, []])("is refused as no object: %j", (body) => {
    expect(failure(body)).toMatchObject({ kind: "not_an_event", message: "An event must be a JSON object." });
  });

  it.each([
    ["no type", { event_type: undefined }, "event_type must be a string"],
    ["an empty type", { event_type: "" }, "event_type must not be empty"],
    ["no date", { event_date: "soon" }, "event_date must be a date and time"],
    ["an id that is none", { event_sid: {} }, "event_sid must be a string"],
    ["a check that is none", { check_sid: [] }, "check_sid must be a string"],
    ["a total that is none", { total: "some" }, "total must be a number"],
    [
      "no host",
      { host: undefined },
      "rbl.host.listed does not match the specification: host.host must be a string",
    ],
    ["a host that is none", { host: { sid: "x" } }, "host.host must be a string"],
    [
      "a flag that is none",
      { event_type: "rbl.host.check.completed", listed: "some" },
      "listed must be true or false",
    ],
    ["details that are none", { details: { a: 1 } }, "details must be a list"],
    ["a detail that is none", { details: [listed.details[0], 7] }, "details.1 must be an object"],
  ])("is refused with the place and what must be there: %s", (_, change, message) => {
    const { kind, message: reported } = failure({ ...listed, ...change });
    expect(kind).toBe("not_an_event");
    expect(reported).toContain(message);
  });

  it("is never quoted, since it may hold a secret", () => {
    const secret = "A1B2C3";
    for (const body of [`{"authcode":"${secret}"`, { event_type: "contact.confirm", authcode: [secret] }]) {
      expect(failure(body).message).not.toContain(secret);
    }
  });

  it("is an EventError or an event, for any input", () => {
    const values = fc.oneof(fc.json(), fc.anything(), fc.uint8Array());
    const events = fc.record(
      {
        ...Object.fromEntries(
          Object.entries(listed).map(([key, value]) => [key, fc.oneof(fc.constant(value), fc.anything())]),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(values, events), (body) => {
        try {
          expect(typeof parseEvent(body).event_type).toBe("string");
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(EventError);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("may be nested deeply without harm", () => {
    for (const levels of [101, 8_000, 400_000]) {
      const brackets = "[".repeat(levels);
      for (const body of [brackets, `{"event_type":"x.y","x":${brackets}${"]".repeat(levels)}}`])
        expect(() => parseEvent(body)).toThrow("The body has more than 100 levels of nesting.");
    }
  });
});
