import * as fc from "fast-check";
import { openPointValues } from "../../src/emulator/settings";
import { type Kind, kindNames, kinds } from "../../src/service/kinds";
import { declared, existing } from "../objects";
import { lackOf } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { changesOf } from "./planned-changes";
import { resource } from "./resource-block";

const pausable = kindNames.filter((kind) => kinds[kind].pausable && lackOf(kind) === undefined);

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
    for (const kind of pausable) account.service.account.change(own(kind)?.id ?? "", { paused: true });
    expect((await account.apply()).diagnostics).toEqual([]);
    for (const kind of pausable) expect(own(kind)).toMatchObject({ paused: false });
  });

  it("cause a warning with an unknown word, and no change", async () => {
    const fresh = await openAccount({ pausedWord });
    await fresh.write(objects(fresh, false));
    await fresh.apply();
    for (const kind of pausable) {
      const id = fresh.service.account.objects(kind).at(-1)?.id ?? "";
      fresh.service.account.change(id, { paused: true });
    }
    const { planned, diagnostics } = await fresh.plan();
    const isUnknown = pausedWord === "hibernating";
    expect(Object.values(planned)).toEqual(isUnknown ? [] : pausable.map(() => "update"));
    expect(diagnostics.map(({ summary }) => summary)).toEqual(
      isUnknown ? pausable.map(() => 'Unknown status "hibernating"') : [],
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

  it("never repeats a change without a warning, whatever words the service shows at any time", async () => {
    const word = fc.constantFrom(...openPointValues.pausedWord);
    const words = fc.constantFrom(...openPointValues.statusWords);
    const step = fc.record({ paused: fc.boolean(), pausedWord: word, statusWords: words, later: word });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const account = await openAccount({ pausePaused: "accept" });
        for (const { paused, later, ...settings } of steps) {
          account.service.configure(settings);
          await account.write(objects(account, paused));
          await account.apply();
          account.service.configure({ pausedWord: later });
          const { planned, diagnostics } = await account.plan();
          if (Object.keys(planned).length > 0) expect(diagnostics).toEqual(unknown);
        }
      }),
      { numRuns: 10 },
    );
  });
});
