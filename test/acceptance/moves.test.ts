import { closeAccounts, openAccount } from "./account";
import { reference, resource } from "./resource-block";

describe("an object with a new address in the configuration", () => {
  afterEach(closeAccounts);

  it("is moved, and not created again", async () => {
    const account = await openAccount();
    await account.write(resource("contact_group", "day", { name: "Day" }));
    await account.apply();
    const { id } = account.named("contact_group", "Day");
    const moved = `moved {\n  from = rblmonitor_contact_group.day\n  to = rblmonitor_contact_group.shift["day"]\n}\n`;
    await account.write(
      resource("contact_group", "shift", { for_each: reference('toset(["day"])'), name: "Day" }) + moved,
    );
    const reported = await account.apply();
    expect(Object.values(reported.planned)).toEqual(["move"]);
    expect(reported.applied).toEqual({});
    expect((await account.values('rblmonitor_contact_group.shift["day"]')).id).toBe(id);
    expect(account.service.account.objects("contact_group").map((group) => group.name)).toEqual([
      "Default",
      "Day",
    ]);
  });
});
