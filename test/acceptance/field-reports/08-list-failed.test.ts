import { callOn, isCallOn } from "../api-version";
import { closeAccounts, openAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const groups = (count: number) =>
  Array.from({ length: count }, (_, n) => resource("contact_group", `g${n}`, { name: `Group ${n}` })).join(
    "",
  );

describe("An apply whose list request fails", () => {
  it("creates nothing and reports that, and the next apply creates each object once", async () => {
    const account = await openAccount();
    const { service } = account;
    await account.write(groups(4));
    service.faults.arm({ fault: "other-shape", times: 100, ...callOn("list", "contact_group") });
    const { code, diagnostics } = await account.tryApply("-parallelism=1");
    expect(code).toBe(1);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(4);
    // One of the plan, and one of the plan that the apply repeats.
    expect(diagnostics).toHaveLength(4 + 2);
    for (const { detail } of errors)
      expect(detail).toMatch(
        /Nothing was created: without the list of contact groups.*allow_duplicates = true/s,
      );
    expect(service.requests.filter((request) => isCallOn(request, "create", "contact_group"))).toEqual([]);
    // The plan and its repetition request it, then the next create, but not every create does.
    expect(service.requests.filter((request) => isCallOn(request, "list", "contact_group"))).toHaveLength(4);
    await service.faults.clear();
    expect(Object.keys((await account.apply()).applied)).toHaveLength(4);
  });

  it("creates the objects with allow_duplicates", async () => {
    const account = await openAccount();
    await account.write(groups(2), "allow_duplicates = true");
    account.service.faults.arm({ fault: "other-shape", times: 100, ...callOn("list", "contact_group") });
    expect(Object.keys((await account.apply()).applied)).toHaveLength(2);
  });
});

it("An apply in an account of many pages knows all of them before it creates", async () => {
  const account = await openAccount({ maxPageSize: 50 });
  const { service } = account;
  for (let n = 0; n < 260; n++) service.account.add("contact_group", { name: `Group ${n}` });
  await account.write(resource("contact_group", "last", { name: "Group 259" }));
  const { diagnostics } = await account.tryApply();
  const last = account.named("contact_group", "Group 259").id;
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ severity: "error", detail: expect.stringContaining(`id = "${last}"`) }),
  );
});
