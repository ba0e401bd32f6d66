import { overdue, perClass, sharedWaits, type WaitForecast } from "../../src/client/forecast";

/** Requests end 100 ms after each other, and those of a class in addition 1 ms after each other. */
const outlook: WaitForecast = (rateClass, [overall, inClass]) => ({
  until: overall * 100 + inClass,
  reason: rateClass,
});

const request = (rateClass: "read" | "write" | "check_start", deadline = Number.POSITIVE_INFINITY) => ({
  rateClass,
  deadline,
});

const line = [request("read"), request("write"), request("read"), request("write"), request("read")];

it("a value for each rate class is made from its name", () => {
  expect(perClass((name) => name.length)).toEqual({ read: 4, write: 5, check_start: 11 });
});

describe("the waits of a queue", () => {
  it("last, for each class, from its first request to its last one", () => {
    expect(sharedWaits(line, outlook, -1)).toEqual([
      { reason: "read", from: 0, until: 402 },
      { reason: "write", from: 100, until: 301 },
    ]);
  });

  it("of classes with the same reason are one, and those that are over are none", () => {
    const same: WaitForecast = (...position) => ({ ...outlook(...position), reason: "hour" });
    expect(sharedWaits(line, same, 0)).toEqual([{ reason: "hour", from: 100, until: 402 }]);
    expect(sharedWaits(line, outlook, 402)).toEqual([]);
    expect(sharedWaits([], outlook, 0)).toEqual([]);
  });
});

describe("the requests that would miss their deadline", () => {
  const later: WaitForecast = (...position) => ({
    ...outlook(...position),
    until: outlook(...position).until + 100,
  });

  it("are those whose wait ends after it, and others move up in their place", () => {
    const requests = [request("read", 99), request("write", 100), request("read", 199), request("read", 201)];
    const [first, , third] = requests;
    expect(overdue(requests, later, 0)).toEqual([
      [first, { until: 100, reason: "read" }],
      [third, { until: 200, reason: "read" }],
    ]);
  });

  it("are left out once their waits are over", () => {
    expect(overdue([request("read", -50)], outlook, 0)).toEqual([]);
    expect(overdue([request("read", -50)], outlook, -1)).toHaveLength(1);
  });

  it("are found with one look at each class if there are none", () => {
    const looks: unknown[] = [];
    const counted: WaitForecast = (...position) => {
      looks.push(position);
      return outlook(...position);
    };
    expect(overdue(line, counted, 0)).toEqual([]);
    expect(overdue([...line, request("check_start", 500)], counted, 0)).toEqual([]);
    expect(looks).toEqual([
      ["read", [4, 2]],
      ["write", [3, 1]],
      ["read", [4, 2]],
      ["write", [3, 1]],
      ["check_start", [5, 0]],
    ]);
  });
});
