import * as fc from "fast-check";
import { openPointValues } from "../../src/emulator/settings";
import { type Kind, kindNames, kinds } from "../../src/service/kinds";
import { declared, existing } from "../objects";
import { lackOf, usedApiVersion } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { changesOf } from "./planned-changes";
import { resource } from "./resource-block";

const pausable = kindNames.filter((kind) => kinds[kind].pausable && lackOf(kind) === undefined);

/** The kinds whose objects show whether they are paused: version 3.0 does not return it of sources. */
const showing = pausable.filter((kind) => kind !== "source" || usedApiVersion === "4.0");

/** One object of each kind that can be paused. */
function objects(account: TestAccount, paused: boolean | undefined): string {
  const refer = existing(account.service);
  return pausable.map((kind) => resource(kind, "one", { ...declared(kind, 1, refer), paused })).join("");
}

describe.each(openPointValues.pausePaused)("objects with the setting pausePaused = %s", (pausePaused) => {
  let account: TestAccount;
  const address = (kind: Kind) => `rblmonitor_${kind}.one`;
  const ofEach = <T>(value: T) => Object.fromEntries(pausable.map((kind) => [address(kind), value]));

  beforeAll(async () => {
    account = await openAccount({ pausePaused });
  });
  afterAll(closeAccounts);

  const own = async (kind: Kind) =>
    account.service.account.find(String((await account.values(address(kind))).id));
  const states = () => Promise.all(pausable.map(async (kind) => (await own(kind))?.paused));
  const behindTheBack = async (paused: boolean) => {
    for (const kind of pausable) account.service.account.change((await own(kind))?.id ?? "", { paused });
  };

  it("are created paused if the configuration sets paused", async () => {
    await account.write(objects(account, true));
    expect((await account.apply()).applied).toEqual(ofEach("create"));
    expect(await states()).toEqual(pausable.map(() => true));
    expect((await account.plan()).planned).toEqual({});
  });

  it.each([
    ["resumed", false],
    ["paused", true],
  ] as const)("can be %s by another user between the plan and its apply", async (_, paused) => {
    await account.write(objects(account, paused));
    expect(changesOf(await account.keptPlan())).toEqual(
      ofEach({ actions: "update", attributes: ["paused"] }),
    );
    await behindTheBack(paused);
    expect((await account.applyKept()).diagnostics).toEqual([]);
    expect(await states()).toEqual(pausable.map(() => paused));
    expect((await account.plan()).planned).toEqual({});
  });

  it("are resumed when the attribute is left out", async () => {
    await account.write(objects(account, undefined));
    expect((await account.apply()).planned).toEqual(ofEach("update"));
    expect(await states()).toEqual(pausable.map(() => false));
  });
});

describe.each(openPointValues.pausedWord)("paused objects that the service calls %s", (pausedWord) => {
  let account: TestAccount;
  const own = (kind: Kind) => account.service.account.objects(kind).at(-1);

  beforeAll(async () => {
    account = await openAccount({ pausedWord });
  });
  afterAll(closeAccounts);

  it("are resumed by the configuration", async () => {
    await account.write(objects(account, true));
    await account.apply();
    expect((await account.plan()).planned).toEqual({});
    await account.write(objects(account, false));
    expect((await account.apply()).diagnostics).toEqual([]);
    for (const kind of pausable) expect(own(kind)).toMatchObject({ paused: false });
  });

  it("are resumed again after another user has paused them, as the word is known from then on", async () => {
    await account.write(objects(account, true));
    await account.apply();
    // Each run reads before it writes: this one learns the word.
    await account.apply();
    await account.write(objects(account, false));
    await account.apply();
    for (const kind of showing) account.service.account.change(own(kind)?.id ?? "", { paused: true });
    expect((await account.apply()).diagnostics).toEqual([]);
    for (const kind of pausable) expect(own(kind)).toMatchObject({ paused: false });
  });

  it("cause a warning with an unknown word, and no change", async () => {
    const fresh = await openAccount({ pausedWord });
    await fresh.write(objects(fresh, false));
    await fresh.apply();
    for (const kind of showing) {
      const id = fresh.service.account.objects(kind).at(-1)?.id ?? "";
      fresh.service.account.change(id, { paused: true });
    }
    const { planned, diagnostics } = await fresh.plan();
    const isUnknown = pausedWord === "hibernating";
    expect(Object.values(planned)).toEqual(isUnknown ? [] : showing.map(() => "update"));
    expect(diagnostics.map(({ summary }) => summary)).toEqual(
      isUnknown ? showing.map(() => 'Unknown status "hibernating"') : [],
    );
  });
});

describe("a status that something else has caused", () => {
  afterEach(closeAccounts);
  const unknown = expect.arrayContaining([
    expect.objectContaining({ summary: expect.stringContaining("Unknown status") }),
  ]);

  it("is not learned as the word for paused: a plan warns, and a resume reaches an empty plan", async () => {
    const account = await openAccount({ pausePaused: "accept" });
    await account.write(objects(account, true));
    await account.apply();
    // Any word that the service shows later.
    account.service.configure({ pausedWord: "hibernating" });
    const plan = await account.plan();
    expect([plan.planned, plan.diagnostics]).toEqual([{}, unknown]);
    await account.write(objects(account, false));
    await account.apply();
    expect((await account.plan()).planned).toEqual({});
  });

  /**
   * Makes the service refuse a pause or resume with 409, if `isRefused`, although the object is not in that state: another user
   * changes it right before, and back.
   */
  const refuse = (account: TestAccount, isRefused: () => boolean) => {
    const desk = account.service.account;
    const undone = new Map<string, () => void>();
    const undo = (id: string) => {
      undone.get(id)?.();
      undone.delete(id);
    };
    account.service.configure({
      latency: ({ path }) => {
        const [, id = ""] = /([A-Z]{2}[0-9a-f]{32})/.exec(path) ?? [];
        undo(id);
        const [, wanted] = /(pause|resume)/.exec(path) ?? [];
        const before = desk.find(id)?.paused;
        if (wanted === undefined || before === undefined || !isRefused()) return 0;
        desk.change(id, { paused: wanted === "pause" });
        undone.set(id, () => desk.change(id, { paused: before }));
        return 0;
      },
    });
    return () => [...undone.keys()].forEach(undo);
  };

  it("never repeats a change, or calls an active object paused, without a message, whatever words and conflicts come", async () => {
    const word = fc.constantFrom(...openPointValues.pausedWord);
    const words = fc.constantFrom(...openPointValues.statusWords, "unknown", "unknown");
    const pausePaused = fc.constantFrom(...openPointValues.pausePaused);
    const step = fc.record({
      ...{ paused: fc.boolean(), isRefused: fc.boolean() },
      ...{ pausedWord: word, statusWords: words, pausePaused, later: word },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const account = await openAccount({ pausePaused: "conflict" });
        let refuses = false;
        const end = refuse(account, () => refuses);
        for (const { paused, later, isRefused, ...settings } of steps) {
          account.service.configure({ ...settings, ...(isRefused && { pausePaused: "conflict" }) });
          refuses = isRefused;
          await account.write(objects(account, paused));
          const applied = await account.tryApply();
          end();
          account.service.configure({ pausedWord: later });
          const { planned, diagnostics } = await account.plan();
          const said = [...applied.diagnostics, ...diagnostics].map(({ address }) => address);
          expect(Object.keys(planned).filter((address) => !said.includes(address))).toEqual([]);
          for (const kind of showing) {
            const address = `rblmonitor_${kind}.one`;
            const { id, paused: isPaused } = await account.values(address);
            const isActive = account.service.account.find(String(id))?.paused !== true;
            if (isPaused === true && isActive) expect(said).toContain(address);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
