import { needing } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { changesOf } from "./planned-changes";
import { resource } from "./resource-block";

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

  it("is the new object that sets the flag, and the object without the flag has no changes", async () => {
    await write({ one: true });
    await account.apply();
    expect(defaults()).toEqual(["One"]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("moves from one object to another in one apply, and then plans no change", async () => {
    await write({ one: false, two: true });
    await account.apply();
    expect(defaults()).toEqual(["Two"]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("moves back when the attribute is only removed from the old object", async () => {
    await write({ one: true });
    expect(changesOf(await account.keptPlan())).toEqual({
      [one]: { actions: "update", attributes: ["is_default"] },
    });
    await account.applyKept();
    expect(defaults()).toEqual(["One"]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("stays the default when its flag is set to false: the plan has no change and a warning", async () => {
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

  it("is planned for a new object without a warning", async () => {
    await write({ one: false, two: false });
    expect((await account.plan()).diagnostics).toEqual([]);
    expect(Object.keys((await account.plan()).planned)).toEqual([one, two]);
  });
});

describe("the frequency of an account that has a fixed one", () => {
  afterEach(closeAccounts);

  needing("reported frequency", () => {
    it("plans no change later, with a warning in each plan, and does not hide other changes", async () => {
      const account = await openAccount({ plan: "paid", packageFrequency: "12_hours" });
      const profile = "rblmonitor_monitoring_profile.mail";
      const write = (name: string, frequency: string) =>
        account.write(resource("monitoring_profile", "mail", { name, frequency }));
      const said = expect.objectContaining({
        severity: "warning",
        summary: "frequency stored in another form",
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

    it("plans a change again after the service has accepted another frequency", async () => {
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

  it("causes neither a warning nor a change when the configuration sets it", async () => {
    const account = await openAccount({ plan: "paid", packageFrequency: "12_hours" });
    await account.write(resource("monitoring_profile", "mail", { name: "Mail", frequency: "12_hours" }));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect((await account.plan()).planned).toEqual({});
  });
});
