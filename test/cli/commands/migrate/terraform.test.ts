import { closeAccounts, openAccount } from "../../../acceptance/account";
import { knownKinds, speaking } from "../../../acceptance/legacy/every-kind";
import { changesOf } from "../../../acceptance/planned-changes";
import { commandRun } from "../drift/command";

afterEach(closeAccounts);

type Account = Awaited<ReturnType<typeof openAccount>>;

/** What the command says of the account and its state, with its exit code. */
async function verdict({ service, workspace }: Account) {
  const environment = { RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl };
  const args = ["migrate", "--chdir", workspace.folder, "--json"];
  const { code, stderr, stdout } = await commandRun(service, args, { environment });
  if (stderr !== "") throw new Error(stderr);
  const report = JSON.parse(stdout) as { plans_empty: boolean; declared: number; notes: { text: string }[] };
  return { code, ...report };
}

/** What a plan with version 4.0 changes. */
async function plannedWithCurrent(account: Account, resources: string) {
  await account.write(resources, speaking("4.0"));
  return changesOf(await account.keptPlan());
}

describe("what rblmonitor migrate says of a state of version 3.0", () => {
  it("is that switching plans empty, and so it does", async () => {
    const account = await openAccount();
    await account.write(knownKinds(), speaking("3.0"));
    await account.apply();
    expect(await verdict(account)).toMatchObject({ code: 0, plans_empty: true, state_differences: [] });
    expect(await plannedWithCurrent(account, knownKinds())).toEqual({});
  });

  it("is that it does not, where something was changed elsewhere, and so it does not", async () => {
    const account = await openAccount();
    await account.write(knownKinds(), speaking("3.0"));
    await account.apply();
    const [host] = account.service.account.objects("host");
    account.service.account.change(host?.id ?? "", { name: "Changed elsewhere" });
    expect(await verdict(account)).toMatchObject({
      ...{ code: 2, plans_empty: false, differences: [], only: [] },
      state_differences: [{ id: host?.id, cause: "drift", attributes: [{ name: "name" }] }],
    });
    expect(Object.keys(await plannedWithCurrent(account, knownKinds()))).toHaveLength(1);
  });
});
