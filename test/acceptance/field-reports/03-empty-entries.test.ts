import type { OpenPointSettings } from "../../../src/emulator/settings";
import { byApiVersion, needing } from "../api-version";
import { closeAccounts, openAccount } from "../driven/account";
import { changesOf } from "../planned-changes";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const address = "rblmonitor_monitoring_profile.mail";

const forms = byApiVersion<readonly OpenPointSettings["lists"][]>({
  "4.0": ["strings", "null-when-empty", "csv", "absent"],
  "3.0": ["strings"],
});

describe.each(forms)("entries returned as %s", (lists) => {
  it("03: entries = [] on a profile in sync is sent, plans nothing afterwards, and can be given up again", async () => {
    const account = await openAccount({ lists });
    const write = (attributes: Readonly<Record<string, unknown>>) =>
      account.write(
        resource("monitoring_profile", "mail", { name: "Mail", frequency: "1_hour", ...attributes }),
      );
    const profile = () => account.named("monitoring_profile", "Mail");
    await write({});
    await account.apply();

    await write({ entries: [] });
    expect(changesOf(await account.keptPlan())).toEqual({
      [address]: { actions: "update", attributes: ["entries", "sync_method"] },
    });
    await account.applyKept();
    const sent = account.service.requests.filter(({ method }) => method !== "GET").at(-1);
    expect(sent?.form).toMatchObject({ entries: "", sync_method: "use_my_selections" });
    expect(profile()).toMatchObject({ entries: [], sync_method: "use_my_selections" });
    expect((await account.plan()).planned).toEqual({});

    await write({ sync_method: "stay_in_sync" });
    await account.apply();
    expect(profile().sync_method).toBe("stay_in_sync");
    expect((await account.plan()).planned).toEqual({});
  });
});

needing("reported sync_method", () => {
  it("03: a profile with entries = [] that was put in sync by hand is drift, and is repaired", async () => {
    const account = await openAccount();
    await account.write(
      resource("monitoring_profile", "mail", { name: "Mail", frequency: "1_hour", entries: [] }),
    );
    await account.apply();
    const { id } = account.named("monitoring_profile", "Mail");
    account.service.account.change(id, { sync_method: "stay_in_sync" });
    expect(changesOf(await account.keptPlan())).toEqual({
      [address]: { actions: "update", attributes: ["entries", "sync_method"] },
    });
    await account.applyKept();
    expect(account.named("monitoring_profile", "Mail")).toMatchObject({
      entries: [],
      sync_method: "use_my_selections",
    });
    expect((await account.plan()).planned).toEqual({});
  });
});
