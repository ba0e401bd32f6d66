import { kindNames, kinds } from "../../../src/service/kinds";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { changesOf, driftOf } from "../planned-changes";
import { everyKind, knownKinds, speaking } from "./every-kind";

afterEach(closeAccounts);

/** Plans with the other version, and expects neither a change nor that anything seems to have changed. */
async function expectNothing(account: TestAccount, resources: string, version: "3.0" | "4.0") {
  await account.write(resources, speaking(version));
  const plan = await account.keptPlan();
  expect({ changes: changesOf(plan), drift: driftOf(plan) }).toEqual({ changes: {}, drift: {} });
  expect(account.service.requests.at(-1)?.version).toBe(version);
}

/** The account has objects of every kind; of those that can be, some paused and some not; pending contacts. */
function expectEveryKind({ service }: TestAccount): void {
  for (const kind of kindNames) {
    const made = service.account.objects(kind).filter((object) => object.custom !== false);
    const states = new Set(made.map(({ paused = false }) => paused));
    expect([kind, states]).toEqual([kind, new Set(kinds[kind].pausable ? [false, true] : [false])]);
  }
  expect(service.account.objects("contact").some(({ confirmed }) => !confirmed)).toBe(true);
}

describe("the line api_version", () => {
  it("can be switched to 4.0 and back without changes to objects that were created over version 3.0", async () => {
    const account = await openAccount();
    await account.write(knownKinds(), speaking("3.0"));
    await account.apply();
    await expectNothing(account, knownKinds(), "3.0");
    await expectNothing(account, knownKinds(), "4.0");
    await account.apply();
    await expectNothing(account, knownKinds(), "3.0");
  });

  it("can be switched to 3.0 and back without changes to objects of every kind that were created over version 4.0", async () => {
    const account = await openAccount();
    await account.write(everyKind(), speaking("4.0"));
    await account.apply();
    expectEveryKind(account);
    await expectNothing(account, everyKind(), "3.0");
    const { diagnostics, applied } = await account.apply();
    expect(applied).toEqual({});
    expect(diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`).sort()).toEqual([
      "warning: No refresh of certificate monitors",
      "warning: No refresh of certificate profiles",
    ]);
    await expectNothing(account, everyKind(), "4.0");
  });

  it("destroys objects over either version that were created over the other", async () => {
    const account = await openAccount();
    const before = account.census();
    await account.write(knownKinds(), speaking("4.0"));
    await account.apply();
    await account.write(knownKinds(), speaking("3.0"));
    await account.destroy();
    expect(account.census()).toEqual(before);
  });
});
