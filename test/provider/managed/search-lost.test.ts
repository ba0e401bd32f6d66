import { type ErrorKind, failed } from "../../../src/client/errors";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { type Create, searchLost } from "../../../src/provider/managed/lost-create";
import { managedResources } from "../../../src/provider/resources";
import { Diagnostics } from "../../../src/terraform/diagnostics";

/** What a reading of the list shows: the names of groups, or the destinations of contacts; or how it fails. */
type Reading = { readonly shown?: readonly string[]; readonly complete?: boolean } | ErrorKind;

const lacking: Reading = {};
const changing: Reading = { complete: false };

interface Situation {
  readonly lost?: ErrorKind;
  readonly kind?: "contact_group" | "contact";
  readonly isRepeated?: boolean;
  readonly knowsExisting?: boolean;
}

/** Searches an account for `Operations`. The last reading is that of all further ones, too. */
async function searched(readings: readonly Reading[], situation: Situation = {}) {
  const { lost = "transport", kind = "contact_group", isRepeated = false, knowsExisting = true } = situation;
  const { object } = managedResources[`rblmonitor_${kind}`];
  const ledger = new Ledger(keyRuleOf(object));
  ledger.knowsExisting = knowsExisting;
  const waits: number[] = [];
  const diagnostics = new Diagnostics();
  const field = kind === "contact" ? "contact" : "name";
  const relist = async () => {
    const reading = readings[Math.min(waits.length, readings.length) - 1] ?? lacking;
    if (typeof reading === "string") throw failed(reading, `list ${kind}`, "no list");
    const { shown = [], complete = true } = reading;
    return { objects: shown.map((name, n) => ({ id: `${n + 1}`, [field]: name })), complete };
  };
  const sleep = async (wait: number) => void waits.push(wait);
  const create = {
    ...{ object, ledger, isRepeated, body: { [field]: "Operations" } },
    call: { context: { sleep }, diagnostics, signal: new AbortController().signal },
    reader: { relist },
  } as unknown as Create;
  const outcome = await searchLost(create, failed(lost, `create ${kind}`, "no answer")).then(
    (objects) => objects?.map(({ id }) => id) ?? "to be sent again",
    (error: Error) => error.message,
  );
  const warnings = diagnostics.list.map(({ summary, detail }) => `${summary}: ${detail}`);
  return { outcome, readings: waits.length, waits, warnings, ledger };
}

const same = { shown: ["Operations"] };
const similar = { shown: ["operations"] };
const seconds = (...waits: number[]) => waits.map((wait) => wait * 1_000);

describe("the search after a lost answer", () => {
  it("reads a list that changes each time for 67 seconds, or for 70 after a timeout", async () => {
    expect((await searched([changing])).waits).toEqual(seconds(0, 2, 5, 10, 20, 30));
    expect((await searched([changing], { lost: "timeout" })).waits).toEqual(seconds(0, 10, 10, 20, 30));
  });

  it.each<[string, Reading[], number, string]>([
    ["the object as it was sent", [same, same], 1, "1"],
    ["it after a while", [lacking, lacking, same], 3, "1"],
    ["it after failures", ["server", "transport", same], 3, "1"],
    ["several of them", [{ shown: ["Operations", "Operations"] }], 2, "may be"],
    ["a similar one", [similar], 2, "may be"],
    ["a similar one, and then the object", [similar, same], 2, "1"],
    ["similar ones that become more", [similar, { shown: ["operations", "OPERATIONS"] }], 3, "may be"],
    ["nothing", [lacking], 4, "without finding"],
    ["nothing, in lists that do not change", [changing, lacking], 5, "without finding"],
    ["nothing, twice, and then fails for good", [lacking, lacking, "forbidden"], 3, "without finding"],
    ["nothing, once, and then fails for good", [lacking, "forbidden"], 2, "could not be searched"],
    ["no list that the account may read", ["forbidden", same], 1, "could not be searched"],
    ["an unreadable list, twice", ["unreadable", "unreadable", same], 2, "could not be searched"],
    ["an unreadable list, once", ["unreadable", same], 2, "1"],
    ["a service that fails", ["server"], 6, "could not be searched"],
    ["a list that always changes", [changing], 6, "The list changed while it was read"],
  ])("that shows %s ends so", async (_, shown, readings, outcome) => {
    const result = await searched(shown);
    expect(result.readings).toBe(readings);
    expect(String(result.outcome).toLowerCase()).toContain(outcome.toLowerCase());
  });

  it("gives the reason for which the list could not be read", async () => {
    expect((await searched(["forbidden"])).outcome).toContain("list contact_group: no list.");
  });

  it("throws what is not a failure of the service", async () => {
    const error = new TypeError("a defect");
    const sleep = () => Promise.reject(error);
    const { object } = managedResources.rblmonitor_contact_group;
    const ledger = new Ledger(keyRuleOf(object));
    const create = { object, ledger, body: {}, call: { context: { sleep } } } as unknown as Create;
    await expect(searchLost(create, failed("transport", "create", "no answer"))).rejects.toBe(error);
  });

  it("lets a create be sent again that the service limited, once, if four complete lists lack it", async () => {
    const limited = { lost: "rate_limited" } as const;
    expect(await searched([lacking], limited)).toMatchObject({
      ...{ outcome: "to be sent again", readings: 4, warnings: [] },
    });
    expect((await searched([lacking], { ...limited, isRepeated: true })).outcome).toContain("sent twice");
    expect((await searched([lacking, lacking, lacking, "forbidden"], limited)).outcome).toContain(
      "sent once",
    );
    expect((await searched([{ shown: ["Other"] }], limited)).outcome).toContain('"Other"');
  });

  it("warns of a contact that is sent again, since the list may hide the first one", async () => {
    const { outcome, warnings } = await searched([lacking], { lost: "rate_limited", kind: "contact" });
    expect(outcome).toBe("to be sent again");
    expect(warnings).toEqual([expect.stringMatching(/^Contact may exist twice: .*no answer\./)]);
  });

  it.each([
    [true, "that did not exist when this run began: 1."],
    [false, "that no other resource of this run manages (the list could not be read before): 1."],
  ])(
    "warns of the contact that it adopts; whether the list was read before: %p",
    async (knowsExisting, text) => {
      const { warnings } = await searched([same], { kind: "contact", knowsExisting });
      expect(warnings).toEqual([
        expect.stringContaining(`found a contact as sent, ${text} This resource now manages it.`),
      ]);
      expect(warnings[0]).toContain("check which of them 1 is.");
    },
  );

  it("names the candidates with what to do, and no later search takes one of them", async () => {
    const one = await searched([similar]);
    expect(one.outcome).toMatch(
      /has a contact group that may be.*: 1\..*Review it.*manage it, add this block/s,
    );
    const two = await searched([{ shown: ["operations", "Operations "] }]);
    expect(two.outcome).toMatch(
      /has 2 contact groups that may be.*: 1, 2\..*Review them.*manage one of them, add one of these blocks/s,
    );
    expect(["1", "2", "3"].map((id) => two.ledger.isAccountedFor(id))).toEqual([true, true, false]);
  });
});
