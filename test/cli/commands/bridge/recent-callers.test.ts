import type { Caller } from "../../../../src/cli/commands/bridge/caller";
import { RecentCallers, Refusals } from "../../../../src/cli/commands/bridge/callers";
import { clientAddress } from "../../../../src/cli/server/client-address";

const caller = (busy = 0) => ({ busy }) as Caller;

test("the caller unused longest makes room, unless it is busy", () => {
  const recent = new RecentCallers(2);
  recent.keep("a", caller(1));
  recent.keep("b", caller());
  recent.keep("c", caller());
  expect(["a", "b", "c"].map((key) => recent.use(key) !== undefined)).toEqual([true, false, true]);
  recent.use("a");
  recent.keep("d", caller(1));
  expect(["a", "c", "d"].map((key) => recent.use(key) !== undefined)).toEqual([true, false, true]);
  recent.keep("e", caller());
  expect([recent.use("e"), recent.size]).toEqual([undefined, 2]);
});

test("refusals of more addresses than are counted share a count, so that invented addresses fill no memory", () => {
  const refusals = new Refusals(2);
  for (let number = 0; number < 10_000; number += 1) refusals.add(`a${number}`, 0);
  expect(refusals.wait("b", 0)).toBe(0);
  for (const address of ["b", "c"]) refusals.add(address, 0);
  expect([refusals.wait("d", 15_000), refusals.wait("a1", 0), refusals.wait("d", 60_000)]).toEqual([
    45, 0, 0,
  ]);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [undefined, ""],
])("%s is limited as %s", (remote, expected) => {
  expect(clientAddress(remote)).toBe(expected);
});
