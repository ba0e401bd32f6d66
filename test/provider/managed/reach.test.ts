import type { Account, LinkedObject } from "../../../src/provider/account";
import { silentUsers } from "../../../src/provider/managed/reach";
import type { OnGap } from "../../../src/snapshot/gaps";

const [silent, reached] = ["1", "2"].map((digit) => `CG${digit.padStart(32, "0")}`) as [string, string];

/** An account whose list of contacts has these ones, and lacks others. */
const accountOf = (contacts: readonly object[], lacking = 0) =>
  ({
    reader: async () => ({
      readAllAgain: async (onGap: OnGap) => {
        if (lacking > 0) onGap(lacking);
        return contacts;
      },
    }),
  }) as unknown as Account;
const contact = (group: string, status = "active") => ({ id: "CO", status, contact_group: [group] });
const users = (kind: LinkedObject["kind"], count: number, ...groups: string[]): LinkedObject[] =>
  Array.from({ length: count }, (_, n) => ({ kind, object: { id: `${kind}${n}`, contact_group: groups } }));

describe("the users of a contact group whose alerts reach no one", () => {
  const some = [
    ...users("host", 11, silent),
    ...users("certificate_monitor", 5, silent),
    // Another group gets the alerts of this one, too.
    ...users("host", 1, silent, reached),
    ...users("contact", 1, silent),
  ];

  it("are counted by kind, without those that another group covers", async () => {
    expect(await silentUsers(accountOf([contact(reached)]), silent, some)).toEqual([
      "It has no contact now: alerts about 11 hosts and 5 certificate monitors reach no one.",
    ]);
  });

  it("are not reported while the group has an active contact, or if only contacts use it", async () => {
    expect(await silentUsers(accountOf([contact(silent)]), silent, some)).toEqual([]);
    expect(await silentUsers(accountOf([]), silent, users("contact", 1, silent))).toEqual([]);
  });

  it("may be reached if the list lacks contacts, or if the status of one is unknown", async () => {
    const unsure = ["It may have no active contact now: alerts about 1 host may reach no one."];
    const one = users("host", 1, silent);
    expect(await silentUsers(accountOf([], 1), silent, one)).toEqual(unsure);
    expect(await silentUsers(accountOf([contact(silent, "mystery")]), silent, one)).toEqual(unsure);
  });

  it("are unknown if the list cannot be read", async () => {
    const account = { reader: () => Promise.reject(new Error("The service is down.")) } as unknown as Account;
    expect(await silentUsers(account, silent, users("certificate_monitor", 2, silent))).toEqual([
      "It may have no active contact now: alerts about 2 certificate monitors may reach no one.",
    ]);
  });
});
