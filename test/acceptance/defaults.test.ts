import { needing } from "./api-version";
import { closeAccounts, openAccount, patience, type TestAccount } from "./driven/account";
import { changesOf } from "./planned-changes";
import { resource } from "./resource-block";

jest.setTimeout(patience);

const kinds = [
  { type: "contact_group", title: "contact group", required: {} },
  { type: "monitoring_profile", title: "monitoring profile", required: { frequency: "weekly" } },
] as const;

describe.each(kinds)("the default $title", ({ type, title, required }) => {
  let account: TestAccount;
  const one = `rblmonitor_${type}.one`;
  const two = `rblmonitor_${type}.two`;

  const write = (flags: { one?: boolean | undefined; two?: boolean | undefined }) =>
    account.write(
      resource(type, "one", { name: "One", ...required, is_default: flags.one }) +
        resource(type, "two", { name: "Two", ...required, is_default: flags.two }),
    );
  const defaults = () =>
    account.service.account
      .objects(type)
      .filter((object) => object.is_default)
      .map(({ name }) => name);

  beforeAll(async () => {
    account = await openAccount();
  });
  afterAll(closeAccounts);

  it("is the new object that asks for it, and the object that says nothing has no difference", async () => {
    await write({ one: true });
    await account.apply();
    expect(defaults()).toEqual(["One"]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("moves from one object to another in one apply, and then there is nothing to plan", async () => {
    await write({ one: false, two: true });
    await account.apply();
    expect(defaults()).toEqual(["Two"]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("moves back when the attribute is only left out where it was", async () => {
    await write({ one: true });
    expect(changesOf(await account.keptPlan())).toEqual({
      [one]: { actions: "update", attributes: ["is_default"] },
    });
    await account.applyKept();
    expect(defaults()).toEqual(["One"]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("stays what it is when its flag is set to false: that plans nothing, and warns", async () => {
    await write({ one: false });
    const { planned, diagnostics } = await account.plan();
    expect(planned).toEqual({});
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        address: one,
        summary: "Default flag not removed",
        detail: expect.stringContaining("If this plan sets is_default = true on another one, nothing else"),
        code: expect.stringContaining("is_default"),
      }),
    ]);
  });

  it("is destroyed with a warning, and other objects without one", async () => {
    await write({ one: true });
    const { diagnostics } = await account.plan("-destroy");
    expect(diagnostics.filter(({ severity }) => severity === "warning")).toEqual([
      expect.objectContaining({ summary: `Default ${title} is destroyed` }),
    ]);
    await account.destroy();
    expect(defaults()).toEqual(["Default"]);
  });

  it("is not warned of when it is planned for what does not exist yet", async () => {
    await write({ one: false, two: false });
    expect((await account.plan()).diagnostics).toEqual([]);
    expect(Object.keys((await account.plan()).planned)).toEqual([one, two]);
  });
});

describe("the frequency of an account that has a fixed one", () => {
  afterEach(closeAccounts);

  needing("told frequency", () => {
    it("is no difference in later plans, which warn of it, and hides no other change", async () => {
      const account = await openAccount({ plan: "paid", packageFrequency: "12_hours" });
      const profile = "rblmonitor_monitoring_profile.mail";
      const write = (name: string, frequency: string) =>
        account.write(resource("monitoring_profile", "mail", { name, frequency }));
      const said = expect.objectContaining({
        severity: "warning",
        summary: "frequency fixed by the account's plan",
        detail: expect.stringMatching(/1_hour.*12_hours/s),
        address: profile,
      });

      await write("Mail", "1_hour");
      expect((await account.apply()).diagnostics).toEqual([said]);
      const plan = await account.plan();
      expect([plan.planned, plan.diagnostics]).toEqual([{}, [said]]);

      await write("Mail servers", "1_hour");
      expect(changesOf(await account.keptPlan())).toEqual({
        [profile]: { actions: "update", attributes: ["name"] },
      });
      expect((await account.applyKept()).diagnostics).toEqual([said]);
      expect((await account.plan()).planned).toEqual({});

      account.service.configure({ packageFrequency: "48_hours" });
      account.service.account.change(account.named("monitoring_profile", "Mail servers").id, {
        frequency: "48_hours",
      });
      expect(changesOf(await account.keptPlan())).toEqual({
        [profile]: { actions: "update", attributes: ["frequency"] },
      });
      expect((await account.applyKept()).diagnostics).toEqual([
        expect.objectContaining({ detail: expect.stringMatching(/1_hour.*48_hours/s) }),
      ]);
      expect((await account.plan()).planned).toEqual({});
    });

    it("is a difference again once the service has honoured another one", async () => {
      const account = await openAccount({ plan: "paid", packageFrequency: "12_hours" });
      const write = (frequency: string) =>
        account.write(resource("monitoring_profile", "mail", { name: "Mail", frequency }));
      await write("1_hour");
      await account.apply();
      account.service.configure({ plan: "ultimate" });
      await write("2_hours");
      expect((await account.apply()).diagnostics).toEqual([]);
      account.service.account.change(account.named("monitoring_profile", "Mail").id, {
        frequency: "12_hours",
      });
      expect((await account.plan()).planned).toEqual({ "rblmonitor_monitoring_profile.mail": "update" });
    });
  });

  it("is no matter when it is the one that is asked for", async () => {
    const account = await openAccount({ plan: "paid", packageFrequency: "12_hours" });
    await account.write(resource("monitoring_profile", "mail", { name: "Mail", frequency: "12_hours" }));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect((await account.plan()).planned).toEqual({});
  });
});
