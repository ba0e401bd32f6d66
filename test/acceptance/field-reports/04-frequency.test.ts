import { needing } from "../api-version";
import { closeAccounts, openAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const address = "rblmonitor_monitoring_profile.mail";

const fixed = expect.objectContaining({
  severity: "warning",
  summary: "frequency stored in another form",
  detail: expect.stringMatching(/1_hour.*12_hours.*upgrade/s),
  address,
});

needing("reported frequency", () => {
  const opened = async () => {
    const account = await openAccount({ plan: "paid", packageFrequency: "12_hours" });
    const write = (name: string) =>
      account.write(resource("monitoring_profile", "mail", { name, frequency: "1_hour" }));
    await write("Mail");
    const { diagnostics } = await account.apply();
    expect(diagnostics).toEqual([fixed]);
    return { account, write, profile: account.service.account.objects("monitoring_profile").at(-1) };
  };

  it("04: a frequency that the service does not honour is named in each plan, and sent again with the next change", async () => {
    const { account, write } = await opened();
    account.service.configure({ plan: "ultimate" });
    for (let plans = 0; plans < 2; plans += 1) {
      const { planned, diagnostics } = await account.plan();
      expect([planned, diagnostics]).toEqual([{}, [fixed]]);
    }
    await write("Mail servers");
    await account.apply();
    expect(account.named("monitoring_profile", "Mail servers").frequency).toBe("1_hour");
    const { planned, diagnostics } = await account.plan();
    expect([planned, diagnostics]).toEqual([{}, []]);
  });

  it("04: a manual change to the value that the API returned before is drift", async () => {
    const { account, profile } = await opened();
    account.service.configure({ plan: "ultimate" });
    account.service.account.change(profile?.id ?? "", { frequency: "1_hour" });
    await account.apply("-refresh-only");
    account.service.account.change(profile?.id ?? "", { frequency: "12_hours" });
    expect((await account.plan()).planned).toEqual({ [address]: "update" });
    await account.apply();
    expect(account.named("monitoring_profile", "Mail").frequency).toBe("1_hour");
    expect((await account.plan()).planned).toEqual({});
  });
});
