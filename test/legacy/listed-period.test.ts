import { listedPeriod } from "../../src/legacy/objects";

const now = Date.UTC(2026, 10, 21, 12);

test.each([
  ["2026-11-21 12:00:00 GMT", "0 day 00:00:00"],
  ["2026-11-08 10:24:02 GMT", "13 day 01:35:58"],
  ["2026-11-20 11:00:00 GMT", "1 day 01:00:00"],
  ["2026-11-20 07:00:01 EST", "0 day 23:59:59"],
  ["2026-11-21 12:00:01 GMT", undefined],
  ["2026-11-08 10:24:02 Europe/Berlin", undefined],
  ["since yesterday", undefined],
  [undefined, undefined],
])("a host that was first listed at %s has been so for %s", (first, period) => {
  expect(listedPeriod(first, { now })).toBe(period);
});

test.each([
  ["2026-11-21 12:00:00 GMT", "0 days 00:00:00"],
  ["2026-11-08 10:24:02 GMT", "13 days 01:35:58"],
  ["2026-11-20 11:00:00 GMT", "1 day 01:00:00"],
])("with plurals, a host that was first listed at %s has been so for %s", (first, period) => {
  expect(listedPeriod(first, { now, listedPeriod: "plural" })).toBe(period);
});
