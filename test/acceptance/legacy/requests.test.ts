import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { fleet } from "../fleet";
import { speaking } from "./every-kind";

afterEach(closeAccounts);

/** How many reads and writes each step of a fleet's life costs over that version. */
async function costs(version: "3.0" | "4.0", count: number) {
  const account: TestAccount = await openAccount();
  const counted = async (act: () => Promise<unknown>) => {
    const since = account.service.requestCount;
    await act();
    const requests = account.service.requests.slice(since);
    const reads = requests.filter(({ method }) => method === "GET").length;
    return { reads, writes: requests.length - reads };
  };
  await account.write(fleet(count), speaking(version));
  return {
    create: await counted(() => account.apply()),
    plan: await counted(() => account.plan()),
    destroy: await counted(() => account.destroy()),
  };
}

it("a fleet of 30 hosts costs over version 3.0 what it costs over 4.0, and to read back its profile and group", async () => {
  const [legacy, current] = [await costs("3.0", 30), await costs("4.0", 30)];
  // An add returns only the SID of a profile or a group (docs/design/api-3.0.md#rules (4)).
  const { reads, writes } = current.create;
  expect(legacy).toEqual({ ...current, create: { reads: reads + 2, writes } });
  // A page of each list: they have 100, not 20.
  expect(legacy.plan).toEqual({ reads: 3, writes: 0 });
});
