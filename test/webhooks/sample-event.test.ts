import { type EventType, eventTypes, isKnownEvent, parseEvent, sampleEvent } from "../../src/webhooks";
import { documentedEvents } from "./documented-events";

const common = ["event_date", "event_sid", "event_type"];

describe("the documented event types", () => {
  it("are those of the specification", () => {
    expect([...eventTypes]).toEqual(Object.keys(documentedEvents));
  });
});

describe.each(Object.entries(documentedEvents))("a sample of %s", (name, fields) => {
  const type = name as EventType;

  it("has the fields that the specification names", () => {
    expect(Object.keys(sampleEvent(type)).sort()).toEqual([...common, ...fields].sort());
  });

  it("is parsed as its type", () => {
    const sample = sampleEvent(type);
    const event = parseEvent(JSON.stringify(sample));
    expect(event).toEqual(sample);
    expect(isKnownEvent(event)).toBe(true);
  });

  // What contacts of type endpoint receive is not documented: a field that cannot be read is null.
  const strict = fields.filter((field) => !["title", "message", "url"].includes(field));

  it.each(strict.length > 0 ? strict : ["event_type"])("is refused with something else for %s", (field) => {
    // Neither a text, nor a number, nor a flag, nor an object, nor a list of objects.
    expect(() => parseEvent({ ...sampleEvent(type), [field]: [true] })).toThrow(`${field}`);
  });
});

describe("a sample", () => {
  it("has an id of its own and the present time", () => {
    const [one, another] = [sampleEvent("cert.flapping"), sampleEvent("cert.flapping")];
    expect(one.event_sid).not.toBe(another.event_sid);
    expect(Math.abs(Date.parse(one.event_date ?? "") - Date.now())).toBeLessThan(60_000);
    expect(one.event_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  });

  it("accepts given fields", () => {
    const given = { event_sid: `EV${"0".repeat(32)}`, event_date: "2027-01-15T08:00:00+00:00", total: 3 };
    expect(sampleEvent("rbl.host.listed", given)).toMatchObject(given);
  });
});
