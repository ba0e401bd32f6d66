import { Ledger } from "../../../../src/provider/managed/identity/ledger";
import { keyRule } from "../../../../src/provider/managed/identity/natural-key";

const ledger = () => new Ledger(keyRule("host", "host"));

describe("a ledger", () => {
  it("knows who has a key, from each origin apart, in every spelling and by shared addresses", () => {
    const known = ledger();
    known.add("planned", undefined, { host: "Mail.Example.com." });
    known.add("state", "HT1", { host: "mail.example.com" });
    known.add("state", "HT2", { host: "192.0.2.8/30" });
    known.add("state", "HT3", {});
    const ids = (host: string) => known.withKey("state", { host }).map(({ id }) => id);
    expect(ids("mail.example.com")).toEqual(["HT1"]);
    expect(ids("192.0.2.11/32")).toEqual(["HT2"]);
    expect(ids("192.0.2.0/24")).toEqual(["HT2"]);
    expect(known.withKey("planned", { host: "mail.example.com" })).toHaveLength(1);
    expect(known.withKey("existing", { host: "mail.example.com" })).toEqual([]);
    expect(known.withKey("state", {})).toEqual([]);
  });

  it("knows which objects this run manages, and which a lost create cannot have made", async () => {
    const known = ledger();
    await known.readExisting({ readWhole: async () => [{ id: "HT1", host: "a.example.com" }] });
    known.addIds("state", ["HT2"]);
    known.addIds("created", ["HT3"]);
    known.addIds("adopted", ["HT1"]);
    known.addIds("deleted", ["HT2"]);
    known.addIds("in doubt", ["HT4"]);
    const all = ["HT1", "HT2", "HT3", "HT4", "HT5"];
    expect(all.filter((id) => known.isManaged(id))).toEqual(["HT1", "HT3"]);
    expect(all.filter((id) => known.isAccountedFor(id))).toEqual(["HT1", "HT2", "HT3", "HT4"]);
  });

  it("reads the existing objects once, and at most three times after failures", async () => {
    const known = ledger();
    let read = 0;
    const fail = async () => {
      read += 1;
      throw new Error("no list");
    };
    for (let n = 0; n < 5; n += 1)
      await expect(known.readExisting({ readWhole: fail })).rejects.toThrow("no list");
    expect([read, known.knowsExisting]).toEqual([3, false]);
    const other = ledger();
    const succeed = async () => {
      read += 1;
      return [];
    };
    await Promise.all([
      other.readExisting({ readWhole: succeed }),
      other.readExisting({ readWhole: succeed }),
    ]);
    expect([read, other.knowsExisting]).toEqual([4, true]);
  });

  it("keeps existing objects by their keys, those without a key apart, and how many the list lacked", async () => {
    const known = ledger();
    const objects = [{ id: "HT1", host: "a.example.com" }, { id: "HT2" }];
    expect([known.lacking, known.fruitlessSearches]).toEqual([0, 0]);
    await known.readExisting({
      readWhole: async (onGap) => {
        onGap(7);
        return objects;
      },
    });
    known.add("planned", undefined, {});
    expect(known.withKey("existing", { host: "A.example.com" })).toEqual([{ id: "HT1", values: objects[0] }]);
    expect(known.unkeyed).toEqual([{ id: "HT2", values: objects[1] }]);
    expect(known.lacking).toBe(7);
  });

  it("knows a resource of the state by its key once, and its members by their ids", () => {
    const known = ledger();
    for (const host of ["192.0.2.0/30", "192.0.2.4/30"]) known.addState("HT1", { host }, ["HT1", "HT2"]);
    const ids = (host: string) => known.withKey("state", { host }).map(({ id }) => id);
    expect([ids("192.0.2.1"), ids("192.0.2.5")]).toEqual([["HT1"], []]);
    expect(["HT1", "HT2", "HT3"].map((id) => known.has("state", id))).toEqual([true, true, false]);
  });

  it("makes each report once", () => {
    const known = ledger();
    expect(["a", "b", "a"].map((report) => known.claimReport(report))).toEqual([true, true, false]);
    expect(ledger().claimReport("a")).toBe(true);
  });

  it("asks a question of one object for all, and knows no answer after a failure", async () => {
    const known = ledger();
    const asked: string[] = [];
    const ask = (id: string) => async () => {
      asked.push(id);
      return id;
    };
    const answers = ["HT1", "HT2"].map((id) => known.sample("paused", ask(id)));
    expect([await Promise.all(answers), asked]).toEqual([["HT1", "HT1"], ["HT1"]]);
    const failed = known.sample("deleted", () => Promise.reject(new Error("no answer")));
    expect([await failed, await known.sample("deleted", ask("HT3")), asked]).toEqual([
      ...[undefined, undefined, ["HT1"]],
    ]);
  });
});
